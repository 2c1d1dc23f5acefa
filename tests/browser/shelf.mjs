// What tests of the library share: files of games, and a page with them.

/** Games that differ in players, dates, ratings and openings; every tenth has an illegal move. */
export const many = (count, { broken = true } = {}) =>
  [...Array(count).keys()]
    .map((n) => {
      const moves = ["e4 e5 2. Nf3 Nc6", "d4 d5 2. c4 e6", "e4 c5 2. Nf3 d6"][n % 3];
      const end = broken && n % 10 === 9 ? " 3. Kd6" : "";
      return (
        `[Event "Club evening ${n % 7}"]\n[White "Player, Number ${n}"]\n` +
        `[Black "Somebody Else With A Very Long Name Indeed"]\n[Date "20${10 + (n % 15)}.05.17"]\n` +
        `[WhiteElo "${1000 + (n % 1000)}"]\n[Result "1-0"]\n\n1. ${moves}${end} 1-0\n\n`
      );
    })
    .join("");

export const fileOf = (name, text) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.isBuffer(text) ? text : Buffer.from(text),
});

export const open = (page, file) => page.locator("main input[type=file]").setInputFiles(file);

/** Waits until the list says that it has so many games. */
export const counts = (page, words) =>
  page.waitForFunction(
    (wanted) => document.querySelector(".library > [role=status]")?.textContent.startsWith(wanted),
    words,
  );

/** A page with a library that has a collection. */
export async function shelf(house, options, name = "Club.pgn", text = many(30)) {
  const page = await house.page(options);
  house.current = page;
  await house.go(page, "/library");
  await open(page, fileOf(name, text));
  await page.waitForSelector(".game-row a");
  return page;
}

export const rows = (page) => page.locator(".game-row a").allTextContents();
export const collections = async (house) => (await house.get("/library")).collections;

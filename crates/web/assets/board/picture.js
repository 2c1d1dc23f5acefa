// @ts-check
// The board as a picture, as it is seen: colours, pieces, marks and arrows.

/** What the style sheets decide about a drawing. */
const STYLES = [
  "display",
  "fill",
  "fill-opacity",
  "fill-rule",
  "font-family",
  "font-size",
  "font-weight",
  "opacity",
  "stroke",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-opacity",
  "stroke-width",
  "text-anchor",
  "transform",
  "visibility",
];

/** The size of a picture. */
const SIZE = 1000;

/**
 * Puts what symbols stand for in the place of those who use them.
 *
 * @param {SVGElement} drawing
 */
function expand(drawing) {
  for (const use of drawing.querySelectorAll("use")) {
    const symbol = document.querySelector(use.getAttribute("href") ?? "none");
    if (!symbol) continue;
    const copy = document.createElementNS(use.namespaceURI ?? "", "svg");
    for (const name of ["x", "y", "width", "height", "class"])
      if (use.hasAttribute(name)) copy.setAttribute(name, use.getAttribute(name) ?? "");
    copy.setAttribute("viewBox", symbol.getAttribute("viewBox") ?? "0 0 100 100");
    copy.append(...[...symbol.childNodes].map((child) => child.cloneNode(true)));
    use.replaceWith(copy);
  }
}

/**
 * The drawing of a board as a text that needs no style sheet.
 *
 * @param {HTMLElement} board
 */
export function boardText(board) {
  const drawing = board.querySelector("svg");
  if (!drawing) throw new Error("there is no board");
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  expand(copy);
  // Styles are those of its place in the page. They become attributes, one for each: a `style` would
  // be refused by the policy of the page.
  drawing.after(copy);
  const all = [copy, ...copy.querySelectorAll("*")];
  const styles = all.map((element) => {
    const found = getComputedStyle(element);
    return STYLES.map((name) => [name, found.getPropertyValue(name)]);
  });
  copy.remove();
  all.forEach((element, place) => {
    element.removeAttribute("class");
    for (const [name, value] of styles[place])
      if (name !== "transform" || value !== "none") element.setAttribute(name, value);
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(SIZE));
  copy.setAttribute("height", String(SIZE));
  return new XMLSerializer().serializeToString(copy);
}

/**
 * The board as a PNG.
 *
 * @param {HTMLElement} board
 * @returns {Promise<Blob>}
 */
export async function boardPicture(board) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(boardText(board))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [SIZE, SIZE];
  canvas.getContext("2d")?.drawImage(image, 0, 0, SIZE, SIZE);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

// @ts-check
// The small drawings on buttons, as paths in a square of 24 by 24.

export const SIGNS = {
  flip: "M7 4v13m0 0-3-3m3 3 3-3M17 20V7m0 0-3 3m3-3 3 3",
  back: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  flag: "M6 21V4m0 1h11l-2 4 2 4H6",
  hand: "M4 12h6m4 0h6M10 12a2 2 0 0 0 4 0 2 2 0 0 0-4 0M4 8v8M20 8v8",
  bulb:
    "M9 18h6m-5 3h4M12 3a6 6 0 0 0-3.5 10.9c.8.6 1 1.2 1 2.1h5" +
    "c0-.9.2-1.5 1-2.1A6 6 0 0 0 12 3z",
  plus: "M12 5v14M5 12h14",
  first: "M18 6l-6 6 6 6M11 6l-6 6 6 6",
  previous: "M15 6l-6 6 6 6",
  next: "M9 6l6 6-6 6",
  last: "M6 6l6 6-6 6M13 6l6 6-6 6",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  save: "M12 4v11m0 0-4-4m4 4 4-4M5 20h14",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm5 12 4 4",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5",
  edit: "M4 20l1-4L16 5l3 3L8 19z",
  sun:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3" +
    "M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  moon: "M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z",
  auto: "M12 3a9 9 0 1 0 0 18V3z M12 3a9 9 0 0 1 0 18",
  help: "M9 9a3 3 0 1 1 4 2.8c-.7.3-1 .8-1 1.7v.5M12 17.5v.5",
  clip: "M8 5h8v3H8zM8 6H5v14h14V6h-3M9 12h6M9 16h4",
  shelf: "M4 5h4v15H4zM8 7h4v13H8zM13.5 7.5l3.6-1 3 12.6-3.6 1z",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  print: "M7 9V4h10v5M7 17H4v-8h16v8h-3M7 14h10v6H7z",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  move:
    "M12 3v18M3 12h18M12 3l-2 2M12 3l2 2M12 21l-2-2M12 21l2-2" +
    "M3 12l2-2M3 12l2 2M21 12l-2-2M21 12l-2 2",
  gear:
    "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 2v4M12 18v4M2 12h4M18 12h4M5 5l2.8 2.8M16.2 16.2 19 19" +
    "M19 5l-2.8 2.8M7.8 16.2 5 19",
  close: "M6 6l12 12M18 6 6 18",
};

// @ts-check
// The whole of what a page needs to talk to the engine: a worker, messages in, messages out.

const field = (/** @type {string} */ id) =>
  /** @type {HTMLInputElement} */ (document.getElementById(id));
const output = /** @type {HTMLElement} */ (document.getElementById("output"));

/** @type {Worker | undefined} */
let engine;

function begin() {
  engine?.terminate();
  const protocol = field("protocol").value;
  engine = new Worker(`worker/engine.js?protocol=${protocol}`, { type: "module" });
  engine.onmessage = ({ data }) => {
    output.textContent += `${data}\n`;
  };
  output.textContent = "";
  field("line").value = protocol === "uci" ? "go movetime 1000" : "level move-time=1";
}

field("protocol").onchange = begin;
field("stop").onclick = () => engine?.postMessage("stop");
field("form").onsubmit = (event) => {
  event.preventDefault();
  output.textContent += `> ${field("line").value}\n`;
  engine?.postMessage(field("line").value);
};
begin();

// @ts-check
// The WebAssembly module in a worker: text in, text out.

/**
 * What the module asks of the script around it; what is left out is never asked there.
 *
 * @typedef {object} Ears
 * @property {(id: number, kind: number, text: string) => void} [reply]
 * @property {(id: number, lane: number, text: string) => void} [begin]
 * @property {(id: number) => void} [cancel]
 * @property {(change: string) => void} [keep]
 * @property {(id: number, milliseconds: number) => void} [timer]
 * @property {(text: string) => void} [say]
 * @property {(text: string) => void} [crash]
 */

/**
 * @param {WebAssembly.Module} module
 * @param {Ears} ears
 */
export async function start(module, ears) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  /** @type {any} */
  let exports;
  const read = (/** @type {number} */ place, /** @type {number} */ length) =>
    decoder.decode(new Uint8Array(exports.memory.buffer, place, length));
  const imports = {
    clock: () => performance.now(),
    calendar: () => Date.now() / 1000,
    chance: () => crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32,
    timer: (/** @type {number} */ id, /** @type {number} */ time) => ears.timer?.(id, time),
    reply: (/** @type {number[]} */ ...[id, kind, place, length]) =>
      ears.reply?.(id, kind, read(place, length)),
    begin: (/** @type {number[]} */ ...[id, lane, place, length]) =>
      ears.begin?.(id, lane, read(place, length)),
    cancel: (/** @type {number} */ id) => ears.cancel?.(id),
    keep: (/** @type {number} */ place, /** @type {number} */ length) =>
      ears.keep?.(read(place, length)),
    say: (/** @type {number[]} */ ...[kind, place, length]) =>
      (kind === 0 ? ears.say : ears.crash)?.(read(place, length)),
  };
  const instance = await WebAssembly.instantiate(module, { damier: imports });
  ({ exports } = instance);
  /**
   * Calls an export; a text is the last thing that it is given.
   *
   * @param {string} name
   * @param {number[]} numbers
   * @param {string} [text]
   */
  return (name, numbers, text) => {
    if (text === undefined) return exports[name](...numbers);
    const bytes = encoder.encode(text);
    const place = exports.allocate(bytes.length);
    new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
    return exports[name](...numbers, place, bytes.length);
  };
}

/** @param {string} address */
export async function load(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  try {
    return await WebAssembly.compileStreaming(response.clone());
  } catch {
    // A host that does not know what the file is.
    return WebAssembly.compile(await response.arrayBuffer());
  }
}

// @ts-check
// A worker that searches. It hears nothing meanwhile: who wants it to stop ends it.

import { start } from "./module.js";

/** @type {ReturnType<typeof start> | undefined} */
let ready;

onmessage = async ({ data }) => {
  if (data.module) {
    ready = start(data.module, {
      say: (text) => postMessage({ said: text }),
      crash: (text) => postMessage({ crashed: text }),
    });
    return;
  }
  const call = await ready;
  call?.(data.name, data.numbers ?? [], data.text);
  postMessage({ done: true });
};

// A plain server of files, as any host of static pages is.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const KINDS = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** Serves a folder; at any free port unless one is named. */
export async function serveFiles(folder, wanted = 0) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    const name = path.endsWith("/") ? `${path}index.html` : path;
    try {
      const content = await readFile(join(folder, name));
      const kind = KINDS[extname(name)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": kind }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => {
    server.listen(wanted, "127.0.0.1", resolve);
  });
  const { port } = server.address();
  const stop = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { base: `http://127.0.0.1:${port}`, port, stop };
}

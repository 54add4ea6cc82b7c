// Every *.html beside this file is a page, once the module that it loads is there; it is built with hashed assets and
// nothing inline, as the strict Content-Security-Policy of the server asks. `npm run dev` also serves dev/, the page of fixtures.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig } from "vite";

const here = import.meta.dirname;
const moduleOf = (page) => /src="\/(src\/[^"]+)"/.exec(readFileSync(resolve(here, page), "utf8"))?.[1] ?? "";
const pages = readdirSync(here).filter((name) => name.endsWith(".html") && existsSync(resolve(here, moduleOf(name))));

export default defineConfig({
  base: "/",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: resolve(here, "../src/dicehouse/web/static"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: { input: pages.map((page) => resolve(here, page)) },
  },
  server: { proxy: { "/api": { target: process.env.FLOOR ?? "http://127.0.0.1:8080", ws: true } } },
});

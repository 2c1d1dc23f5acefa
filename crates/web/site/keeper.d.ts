/** What is written before the script that keeps the page (`site/sw.js`). */
declare const FILES: string[];
declare const VERSION: string;
declare const FIRST: "network" | "cache";

// usage: node run-wasi.mjs FILE: runs a WebAssembly program with this environment and the working directory as its ".".
import { readFile } from "node:fs/promises";
import { env } from "node:process";
import { WASI } from "node:wasi";

const file = process.argv[2];
const wasi = new WASI({ version: "preview1", args: [file], env, preopens: { ".": "." }, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(file));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);

// One Node in which Leans run as threads. Node translates Lean's code to fast machine code while it
// runs, a third of the time of a compilation; threads share what was translated, processes do not.
// A file N.job has the arguments of the Nth Lean; N.exit has its exit code when it has ended.
const fs = require("fs");
const { Worker } = require("worker_threads");
const mailbox = process.env["LEAN_WASM_MAILBOX"] + "/";
const script = process.cwd() + "/lean_patched.js";
// Without a reference the machine code goes with the last thread that uses it.
globalThis.shared = new WebAssembly.Module(fs.readFileSync(process.cwd() + "/lean.wasm"));
let next = 1;
function start(number) {
  const argv = JSON.parse(fs.readFileSync(`${mailbox}${number}.job`, "utf8"));
  const lean = new Worker(script, { argv });
  lean.on("error", (error) => fs.writeSync(2, `${error.name}: ${error.message}\n`));
  lean.on("exit", (code) => {
    fs.writeFileSync(`${mailbox}${number}.draft`, String(code));
    fs.renameSync(`${mailbox}${number}.draft`, `${mailbox}${number}.exit`);
  });
}
setInterval(() => {
  while (fs.existsSync(`${mailbox}${next}.job`)) start(next++);
}, 50);

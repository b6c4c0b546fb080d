// Goes into the start script of the embedded Lean. Two things that the build does at every start are
// done once: a name's place in the table of functions is looked up in a shared file instead of among
// 200,000 exports, and the memory of a Lean that has loaded everything is written down and read back.

// Laid out by embedded_module.py: count, where each name begins, its place, the names in order.
var symbolBuffer;
var symbolTable;
function symbolAddress(name) {
  symbolTable ??= readSymbols();
  const wanted = Buffer.from(name, "utf8");
  let low = 0, high = symbolTable.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    const begin = symbolTable.begins[middle], end = symbolTable.begins[middle + 1];
    const order = symbolTable.names.compare(wanted, 0, wanted.length, begin, end);
    if (order === 0) return symbolTable.places[middle];
    if (order < 0) low = middle + 1; else high = middle;
  }
  return undefined;
}
function readSymbols() {
  if (symbolBuffer === undefined) {
    const stored = fs.readFileSync(scriptDirectory + "lean.symbols");
    symbolBuffer = new SharedArrayBuffer(stored.length);
    Buffer.from(symbolBuffer).set(stored);
  }
  const count = new Uint32Array(symbolBuffer, 0, 1)[0];
  return {
    count,
    begins: new Uint32Array(symbolBuffer, 4, count + 1),
    places: new Uint32Array(symbolBuffer, 8 + 4 * count, count),
    names: Buffer.from(symbolBuffer, 8 + 8 * count),
  };
}

// An image is a header and those pages of memory that are not zero. The header has what else makes
// up the state of the main thread: the module's variables, addresses that depend on the thread, and
// the action to run. Other threads are not in it: when it is written they wait for work, and
// those that read it get threads of their own.
const PAGE = 65536;
const LARGEST_PIECE = 1 << 26;
const MAILBOX = process.env["LEAN_WASM_MAILBOX"];
var image = ENVIRONMENT_IS_PTHREAD || !process.env["LEAN_WASM_IMAGE"] ? null : openImage();
function openImage() {
  const file = fs.openSync(process.env["LEAN_WASM_IMAGE"]);
  const size = Buffer.alloc(4);
  fs.readSync(file, size, 0, 4, 0);
  const header = Buffer.alloc(size.readUInt32LE());
  fs.readSync(file, header, 0, header.length, 4);
  return { ...JSON.parse(header), file, start: 4 + header.length };
}
function inPieces(runs, move) {
  for (const [first, count] of runs) {
    let from = first * PAGE, left = count * PAGE;
    while (left > 0) {
      const moved = move(from, Math.min(left, LARGEST_PIECE));
      if (moved <= 0) throw new Error("the image is cut short");
      from += moved;
      left -= moved;
    }
  }
}
function readImage() {
  let at = image.start;
  inPieces(image.runs, (from, length) => {
    const moved = fs.readSync(image.file, HEAPU8, from, length, at);
    at += moved;
    return moved;
  });
  fs.closeSync(image.file);
}
function usedPages() {
  const runs = [], words = PAGE / 4;
  for (let page = 0; page < HEAPU8.length / PAGE; page++) {
    let word = page * words;
    const end = word + words;
    while (word < end && HEAPU32[word] === 0) word++;
    if (word === end) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === page) last[1]++; else runs.push([page, 1]);
  }
  return runs;
}
function writeImage(action) {
  updateMemoryViews();
  const runs = usedPages(), globals = {}, got = {};
  for (const name of Object.keys(wasmExports)) {
    if (/^global\d+$/.test(name)) globals[name] = wasmExports[name].value;
  }
  for (const name in GOT) got[name] = GOT[name].value;
  const header = Buffer.from(JSON.stringify({ bytes: HEAPU8.length, action, globals, got, runs }));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(header.length);
  const file = fs.openSync(MAILBOX + "/image", "w");
  fs.writeSync(file, size);
  fs.writeSync(file, header);
  inPieces(runs, (from, length) => fs.writeSync(file, HEAPU8, from, length));
  fs.closeSync(file);
  process.exit(0);
}
function resumeImage() {
  for (const name in image.globals) wasmExports[name].value = image.globals[name];
  for (const name in GOT) GOT[name].value = image.got[name];
}
function mountMailbox() {
  FS.mkdirTree("/mailbox");
  FS.mount(NODEFS, { root: MAILBOX }, "/mailbox");
}
// The main thread does not wait inside Lean as it does without an image: its event loop turns, so
// threads can be made when they are asked for. One task thread, and the action on one of its own.
const TASK_THREADS = 1, DEDICATED = 9, boxed = (number) => 2 * number + 1;
function serveImage() {
  noExitRuntime = true;
  setInterval(() => {}, 1 << 30);
  mountMailbox();
  checkMailbox();
  wasmExports["lean_init_task_manager_using"](TASK_THREADS);
  wasmExports["lean_io_as_task"](image.action, boxed(DEDICATED));
}

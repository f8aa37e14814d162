// Runs the bundle in its folder with V8's code cache. V8 rejects a cache of another version of Node, and the start is slower.
// With `--write-code-cache` it writes the cache when the program exits.
const { readFileSync, writeFileSync } = require('node:fs');
const { SourceMap } = require('node:module');
const { join, resolve } = require('node:path');
const vm = require('node:vm');

const filename = join(__dirname, 'program.cjs');
const cacheFile = join(__dirname, 'program.cache');
const writesCache = process.argv[2] === '--write-code-cache';
// Not an option of the program.
if (writesCache) process.argv.splice(2, 1);

const text = readFileSync(filename, 'utf8');
const script = new vm.Script(
  `(function (exports, require, module, __filename, __dirname, importModule) {${text}\n})`,
  {
    filename,
    cachedData: writesCache ? undefined : readCache(),
  },
);
if (writesCache) process.on('exit', () => writeFileSync(cacheFile, script.createCachedData()));

// Node applies source maps only to modules of its own loaders. The map is read for the first stack trace.
let map;
Error.prepareStackTrace = (error, sites) => [String(error), ...sites.map(lineOf)].join('\n    at ');

// `import()` does not work in such a script without a warning that it is experimental.
const importModule = (name) => import(name);
script.runInThisContext()(exports, require, module, filename, __dirname, importModule);

function lineOf(site) {
  return String(site).replace(/([^( ]*)program\.cjs:(\d+):(\d+)/, (place, folder, line, column) => {
    if (resolve(folder) !== __dirname) return place;
    map ??= new SourceMap(JSON.parse(readFileSync(`${filename}.map`, 'utf8')));
    const { originalSource, originalLine, originalColumn } = map.findEntry(line - 1, column - 1);
    if (originalSource === undefined) return place;
    return `${resolve(__dirname, originalSource)}:${originalLine + 1}:${originalColumn + 1}`;
  });
}

function readCache() {
  try {
    return readFileSync(cacheFile);
  } catch {
    return undefined;
  }
}

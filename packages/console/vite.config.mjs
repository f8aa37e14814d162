import { defineConfig } from 'vite';

export default defineConfig({
  clearScreen: false,
  logLevel: 'warn',
  build: {
    target: 'es2022',
    // Every file is from our own origin: the policy allows no data URL in scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // "use client" speaks to servers that render; this console has none.
      onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log),
    },
    manifest: 'manifest.json',
    license: { fileName: 'licenses.md' },
  },
});

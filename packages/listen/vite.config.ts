/** One file with everything in it, as an instance serves it (apps/server/src/http/served-packages.ts). */
export default {
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: {
    ssr: 'src/served.ts',
    outDir: 'served',
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'flockwork-listen.mjs' } },
  },
}

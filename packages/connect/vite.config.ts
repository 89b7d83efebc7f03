/** One file with everything in it, as an instance serves it (apps/server/src/http/served-packages.ts). */
export default {
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: {
    ssr: 'src/connect.ts',
    outDir: 'dist',
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'flockwork-connect.mjs' } },
  },
}

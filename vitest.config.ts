import { defineConfig } from 'vitest/config'
import { longFilesFirst } from './test/support/run-plan/long-files-first.ts'
import { sortTestFiles } from './test/support/run-plan/test-files.ts'

const { unit, long } = sortTestFiles(import.meta.dirname)

export default defineConfig({
  test: {
    pool: 'forks',
    // More than twice the cores where tests run: a test on real stores waits for them most of its time.
    maxWorkers: 4,
    // A worker runs hundreds of files, whose young objects would be collected all the time in Node's usual room.
    execArgv: ['--max-semi-space-size=32'],
    // Node runs the TypeScript itself, as in production: without Vite's copy of its modules, a run needs less CPU.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: longFilesFirst(long) },
    // The services share the cores with the tests, and no promise is how long one takes: these only end what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'services',
          include: ['test/**/*.test.ts'],
          exclude: [...unit],
          globalSetup: ['test/support/global-setup.ts'],
          setupFiles: ['test/support/run-plan/clean-up-after-file.ts'],
          // Importing modules once a file costs a fifth of a run. No module has anything that belongs to one file.
          isolate: false,
        },
      },
      // Nothing that these tests import keeps anything, so that they need not import it once a file.
      { extends: true, test: { name: 'unit', include: [...unit], isolate: false } },
    ],
  },
})

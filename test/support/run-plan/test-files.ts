import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Unit tests share processes and modules, so no imported module may belong to one file. */
const needsOwnProcess = [
  // Services that global-setup.ts has started.
  /^import \{[^}]*\binject\b[^}]*\} from 'vitest'/m,
  // Code that opens a connection, or starts a process or a thread.
  importOf("(node:)?(child_process|cluster|dgram|http|http2|https|net|tls|worker_threads)'"),
  importOf("(@platformatic/kafka|bullmq|ioredis|kafkajs|pg|undici)'"),
  // Its hook belongs to the first file that imports it.
  importOf("[./a-z-]*/clean-up.ts'"),
  // Published data takes minutes, not seconds.
  importOf("[./a-z-]*/real-data.ts'"),
]

/** They start stores or services of their own, which takes longest. */
const startsServices = [
  importOf("[./a-z-]*/(up-home|kafka-cluster|live-guide|main-process|own-postgres).ts'"),
  importOf("[./]*/nightly/kill-rounds/[a-z-]+.ts'"),
]

const importedFiles = importOf("(\\.[^']+\\.ts)'", 'gm')

export type TestFiles = {
  /** Files that need no store, by their paths from the root. */
  readonly unit: readonly string[]
  /** Files to start first, so that none runs alone at the end. */
  readonly long: readonly string[]
}

/** The properties of a file of `test/`, without its imports. */
type Traits = {
  readonly needs_own_process: boolean
  readonly starts_services: boolean
  /** Files of `test/`. */
  readonly imports: readonly string[]
}

/** Sorts the test files of this root by what they import from `test/`, directly or not. */
export function sortTestFiles(root: string): TestFiles {
  const known = new Map<string, Traits>()
  const traitsOf = (file: string): Traits => {
    const traits = known.get(file) ?? readTraits(root, file)
    known.set(file, traits)
    return traits
  }
  const reached = globSync('test/**/*.test.ts', { cwd: root })
    .sort()
    .map((file) => ({ file, traits: [...reachedFrom(file, traitsOf)].map(traitsOf) }))
  return {
    unit: reached
      .filter(({ traits }) => !traits.some((one) => one.needs_own_process))
      .map(({ file }) => file),
    long: reached.filter(({ traits }) => traits.some((one) => one.starts_services)).map(({ file }) => file),
  }
}

/** This file and the files of `test/` that it imports, directly or not. */
function reachedFrom(file: string, traitsOf: (file: string) => Traits): ReadonlySet<string> {
  const reached = new Set([file])
  // A set also visits items that are added meanwhile.
  for (const next of reached) for (const imported of traitsOf(next).imports) reached.add(imported)
  return reached
}

function readTraits(root: string, file: string): Traits {
  const text = readFileSync(join(root, file), 'utf8')
  const matches = (rules: readonly RegExp[]) => rules.some((rule) => rule.test(text))
  return {
    needs_own_process: matches(needsOwnProcess),
    starts_services: matches(startsServices),
    imports: [...text.matchAll(importedFiles)]
      .map(([, path]) => join(dirname(file), path!))
      .filter((imported) => imported.startsWith('test/')),
  }
}

/** A statement, on one line or at its end on several, or a call. */
function importOf(module: string, flags = 'm'): RegExp {
  return new RegExp(`(?:^(?:import|export) [^']*|^import |^\\} from |^[^'\\n]*\\bimport\\()'${module}`, flags)
}

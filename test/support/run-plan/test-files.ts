import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Unit tests share processes and what they import, so nothing that they import may belong to one file alone. */
const needsOwnProcess = [
  // Things that global-setup.ts has started.
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

/** Sorts the test files of this root by what they import from `test/`, directly or not. */
export function sortTestFiles(root: string): TestFiles {
  const texts = new Map<string, string>()
  const files = globSync('test/**/*.test.ts', { cwd: root }).sort()
  const reached = files.map((file) => ({ file, texts: [...textsOf(root, file, texts)] }))
  const having = (rules: readonly RegExp[]) =>
    reached
      .filter((each) => each.texts.some((text) => rules.some((rule) => rule.test(text))))
      .map(({ file }) => file)
  const not_unit = new Set(having(needsOwnProcess))
  return { unit: files.filter((file) => !not_unit.has(file)), long: having(startsServices) }
}

/** The text of this file and of the files of `test/` that it imports, each once. */
function textsOf(root: string, file: string, known: Map<string, string>): Set<string> {
  const found = new Map<string, string>()
  const open = [file]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue
    const text = known.get(next) ?? readFileSync(join(root, next), 'utf8')
    known.set(next, text)
    found.set(next, text)
    for (const [, path] of text.matchAll(importedFiles)) {
      const imported = join(dirname(next), path as string)
      if (imported.startsWith('test/')) open.push(imported)
    }
  }
  return new Set(found.values())
}

/** A statement, on one line or at its end on several, or a call. */
function importOf(module: string, flags = 'm'): RegExp {
  return new RegExp(`(?:^(?:import|export) [^']*|^import |^\\} from |^[^'\\n]*\\bimport\\()'${module}`, flags)
}

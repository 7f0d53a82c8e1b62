// Plain JavaScript, like the launcher.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './prepare.js'

const STAMP = 'compiled-ahead'
const isSource = (name) => name.endsWith('.ts')
const without = new Set(['node_modules', 'test', 'bench', 'corpus', 'clients', 'docs'])

/**
 * Lets Node compile the code of all commands into its cache, unless it has done so since the last change. A process
 * that compiles TypeScript itself keeps the compiler: each service that starts without the cache takes 20 to 40 MB more
 * for as long as it lives, and a second of CPU.
 */
export async function compileAhead({ node, folder, cache }) {
  const stamp = stampOf(folder)
  const file = join(cache, STAMP)
  if (readText(file) === stamp) return
  const env = { ...process.env, NODE_COMPILE_CACHE: cache }
  const { code } = await run(node, [join(folder, 'cli', 'main.ts'), '--help'], { env, stdio: 'ignore' })
  try {
    if (code === 0) writeFileSync(file, stamp)
  } catch {
    // The cache cannot be written: services compile for themselves.
  }
}

/** The number of source files, and when the last one changed. */
function stampOf(folder) {
  let count = 0
  let newest = 0
  const walk = (path) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const one = join(path, entry.name)
      if (entry.isDirectory() && !without.has(entry.name) && !entry.name.startsWith('.')) walk(one)
      else if (entry.isFile() && isSource(entry.name)) {
        count++
        newest = Math.max(newest, statSync(one).mtimeMs)
      }
    }
  }
  walk(folder)
  return `${count} ${newest}\n`
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // Nothing was compiled ahead yet.
    return ''
  }
}

#!/usr/bin/env node
// The launcher: any Node from 18 on starts it, from any folder; it hands over to the pinned Node.
import { join } from 'node:path'
import { compileAhead } from './compile-ahead.js'
import { compileCache, endAs, pinnedNode, prepare, projectFolder, run } from './prepare.js'
import { nodeOptionsOf, startsServices } from './process/node-options.js'

await prepare()
// Node keeps what it compiled, types stripped: a command starts in half the time.
const env = { NODE_COMPILE_CACHE: compileCache, ...process.env }
const args = process.argv.slice(2)
if (startsServices(args))
  await compileAhead({ node: pinnedNode, folder: projectFolder, cache: env.NODE_COMPILE_CACHE })
// The channel closes when this process is killed; the command that it started ends then too.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
endAs(
  await run(pinnedNode, [...nodeOptionsOf(args), join(projectFolder, 'cli', 'main.ts'), ...args], {
    env,
    stdio,
  }),
)

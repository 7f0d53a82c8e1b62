#!/usr/bin/env node
// The launcher: any Node from 18 on starts it, from any folder; it hands over to the pinned Node.
import { join } from 'node:path'
import { endAs, pinnedNode, prepare, projectFolder, run } from './prepare.js'

await prepare()
// Node keeps what it compiled, types stripped: a command starts in half the time.
const env = { NODE_COMPILE_CACHE: join(projectFolder, 'node_modules', '.cache', 'node'), ...process.env }
endAs(await run(pinnedNode, [join(projectFolder, 'cli', 'main.ts'), ...process.argv.slice(2)], { env }))

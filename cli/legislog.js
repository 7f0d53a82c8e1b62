#!/usr/bin/env node
// The launcher: any Node from 18 on starts it, from any folder; it hands over to the pinned Node.
import { join } from 'node:path'
import { endAs, pinnedNode, prepare, projectFolder, run } from './prepare.js'

await prepare()
endAs(await run(pinnedNode, [join(projectFolder, 'cli', 'main.ts'), ...process.argv.slice(2)]))

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { sortTestFiles } from './test-files.ts'

const root = mkdtempSync(join(tmpdir(), 'legislog-test-files-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const texts: Readonly<Record<string, string>> = {
  'runtime/postgres.ts': "import pg from 'pg'\n",
  'test/support/settings.ts': "import { inject } from 'vitest'\n",
  'test/support/world.ts': "import { testSettings } from './settings.ts'\n",
  'test/support/up-home.ts': "import { spawn } from 'node:child_process'\n",
  'test/a/words.test.ts': "import { it } from 'vitest'\nimport { words } from '../../runtime/postgres.ts'\n",
  'test/a/world.test.ts': "import type { World } from '../support/world.ts'\n",
  'test/a/later.test.ts': "const world = await import('../support/world.ts')\n",
  'test/a/socket.test.ts': "import { createServer } from 'node:net'\n",
  'test/a/up.test.ts': "import { createUpHome } from '../support/up-home.ts'\n",
}
for (const [path, text] of Object.entries(texts)) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

it('the test plan runs files that reach no store as unit tests, and starts files with services first', () => {
  expect(sortTestFiles(root)).toEqual({ unit: ['test/a/words.test.ts'], long: ['test/a/up.test.ts'] })
})

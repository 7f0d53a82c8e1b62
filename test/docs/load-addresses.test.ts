import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeSampleCounty } from '../../corpus/county/write-sample-county.ts'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { settingsEnvironment } from '../../stack/settings-environment.ts'
import type { TestApi } from '../support/api/test-api.ts'
import { blocksOf, missingOf } from '../support/guides/guide.ts'
import { createLiveGuide, type LiveGuide } from '../support/guides/live-guide.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { launcherFile } from '../support/harness/command-line.ts'
import { createServiceWithSample, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let api: TestApi
let guide: LiveGuide

beforeAll(async () => {
  service = await createServiceWithSample()
  api = await service.openApi()
  guide = await createLiveGuide(api)
})

/** `npm run legislog` in the folder of the project, on the service of the test. */
function npm(): string {
  const variables = Object.entries(settingsEnvironment(service.settings))
    .map(([name, value]) => `${name}='${value}'`)
    .join(' ')
  return `npm() { shift 3; (cd '${projectFolder}' && env ${variables} node '${launcherFile}' "$@"); }`
}

async function run(code: string): Promise<string> {
  let printed = ''
  // The services of the test run in this process, so that the test itself waits for them.
  for (const part of code.split('npm run legislog -- status --wait\n')) {
    await service.caughtUp()
    printed += await guide.shell(part, npm())
  }
  return printed
}

describe('docs/guides/load-addresses.md', () => {
  it('has commands that work, and shows answers unchanged', async () => {
    let printed = ''
    for (const { language, code } of await blocksOf('load-addresses.md')) {
      if (language === 'json') {
        expect(missingOf(JSON.parse(code), JSON.parse(printed.trim().split('\n').at(-1)!)), printed).toEqual(
          [],
        )
      } else {
        printed = await run(code)
        expect(printed, code).not.toBe('')
      }
    }
  }, 180_000)
})

describe('README.md', () => {
  it('has commands to try that return data', async () => {
    await run('npm run legislog -- ingest tiger sample/addresses\n')
    await run('npm run legislog -- locate load\n')
    const readme = await readFile(join(projectFolder, 'README.md'), 'utf8')
    const calls = [...readme.matchAll(/^curl .*$/gmu)].map(([line]) => line)
    expect(calls).toHaveLength(4)
    for (const call of calls) {
      const answer = JSON.parse(await guide.shell(`${call.replace('curl', 'curl -s')}\n`))
      expect(answer.data?.length ?? answer.representatives?.length, call).toBeGreaterThan(0)
    }
  }, 60_000)
})

describe('sample/addresses', () => {
  it('is what corpus/county/write-sample-county.ts writes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'legislog-county-'))
    cleanUp(() => rm(folder, { recursive: true }))
    await writeSampleCounty(folder)
    for (const name of [
      '99001_addrfeat.dbf',
      '99001_addrfeat.shp',
      '99001_edges.shp',
      '99001_faces.shp',
      '99_place.shp',
    ]) {
      const written = await readFile(join(folder, `tl_2023_${name}`))
      expect(
        written.equals(await readFile(join(projectFolder, 'sample', 'addresses', `tl_2023_${name}`))),
        name,
      ).toBe(true)
    }
  })
})

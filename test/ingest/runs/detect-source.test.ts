import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { detectSources } from '../../../ingest/runs/detect-source.ts'
import { sources } from '../../../ingest/sources/registry.ts'
import { caseFolder } from '../../support/harness/case-files.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { sampleFolder } from '../../support/service/whole-service.ts'
import { billOf } from '../../support/source-records/legiscan-records.ts'
import { zipArchive } from '../../support/source-records/zip-archive.ts'

async function folderWith(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-forms-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}

describe('whose form files have', () => {
  it.each([
    ['openstates-scraper', join(sampleFolder, 'legislature')],
    ['openstates-people', join(sampleFolder, 'people')],
    ['federal-register', join(sampleFolder, 'register')],
    ['ocd-divisions', join(sampleFolder, 'divisions')],
    ['boundaries', join(sampleFolder, 'boundaries')],
    ['govinfo-billstatus', caseFolder('I14')],
    ['congress-votes', caseFolder('N19')],
    ['congress-legislators', caseFolder('N55')],
  ])('is said by the source that reads them: %s', async (name, folder) => {
    expect((await detectSources([folder], sources))[0]).toBe(name)
  })

  it('is found within an archive, and beside what nobody reads', async () => {
    const answer = JSON.stringify({ status: 'OK', bill: billOf(1) })
    const zip = await zipArchive({ 'GA/2025-2026_Regular_Session/bill/HB1.json': answer })
    const folder = await folderWith({ 'GA.zip': zip, 'notes.docx': 'notes', 'broken.json': '{' })
    expect(await detectSources([folder], sources)).toEqual(['legiscan'])
  })

  it('is nobody’s where no source makes anything of them', async () => {
    const folder = await folderWith({
      'a.json': '{}',
      'b.csv': 'x,y\n1,2\n',
      'c.xml': '<a/>',
      'd.yml': 'a: 1',
    })
    expect(await detectSources([folder], sources)).toEqual([])
    expect(await detectSources([await folderWith({})], sources)).toEqual([])
  })
})

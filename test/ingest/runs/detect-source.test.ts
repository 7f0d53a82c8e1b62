import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { detectSources } from '../../../ingest/runs/detect-source.ts'
import { loadSources } from '../../../ingest/sources/registry.ts'
import { caseFolder } from '../../support/harness/case-files.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { sampleFolder } from '../../support/service/whole-service.ts'
import { ldaFiling } from '../../support/source-records/lda-filings.ts'
import { billOf } from '../../support/source-records/legiscan-records.ts'
import { shapefile, squareAt } from '../../support/source-records/shapefiles.ts'
import { zipArchive } from '../../support/source-records/zip-archive.ts'

const sources = await loadSources()

async function folderWith(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-forms-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}

describe('the detection of the source for files', () => {
  it.each([
    ['openstates-scraper', join(sampleFolder, 'legislature')],
    ['openstates-people', join(sampleFolder, 'people')],
    ['federal-register', join(sampleFolder, 'register')],
    ['ocd-divisions', join(sampleFolder, 'divisions')],
    ['boundaries', join(sampleFolder, 'boundaries')],
    ['govinfo-billstatus', caseFolder('I14')],
    ['congress-votes', caseFolder('N19')],
    ['congress-legislators', caseFolder('N55')],
  ])('recognizes files of %s', async (name, folder) => {
    expect((await detectSources([folder], sources))[0]).toBe(name)
  })

  it('recognizes shapefiles in folders and zips', async () => {
    const row = { STATEFP: '31', SLDUST: '007', LSY: '2024', GEOID: '31007', NAMELSAD: 'District 7' }
    const districts = shapefile('tl_2024_31_sldu', {
      rows: [row],
      shapes: [[squareAt(-97_000_000, 40_000_000)]],
    })
    const points = shapefile('Points', {
      rows: [{ DLVRY_ADD: '1 MAIN ST' }],
      shapes: [[squareAt(-97_000_000, 40_000_000)]],
    })
    expect(await detectSources([await folderWith(districts)], sources)).toEqual(['boundaries', 'tiger'])
    const folder = await folderWith({ 'us-ne-lancaster.zip': await zipArchive(points) })
    expect(await detectSources([folder], sources)).toEqual(['openaddresses'])
  })

  it('recognizes texts of models', async () => {
    const text = `Section 1. ${'No person shall move a hive of another person. '.repeat(6)}`
    const models = JSON.stringify({ publisher: 'Bee Society', title: 'Hive Act', text })
    const folder = await folderWith({ 'models.json': models })
    expect(await detectSources([folder], sources)).toEqual(['model-legislation'])
  })

  it('recognizes scorecards', async () => {
    const own = { title: 'Bees', organization: 'Bee Society', jurisdiction: 'wa', sessions: ['2025-2026'] }
    const items = [{ bill: 'HB 1', position: 'yes', title: 'Hives' }]
    const govtrack =
      'name: Bees\nbased-on: votes in the 116th Congress\ntype: percent\n...\n300089,0,AL R Shelby\n'
    for (const files of [{ 'bees.json': JSON.stringify({ ...own, items }) }, { 'Bees.yaml': govtrack }]) {
      expect(await detectSources([await folderWith(files)], sources)).toEqual(['scorecards'])
    }
  })

  it('recognizes lobbying filings and positions', async () => {
    const filings = { results: [ldaFiling()] }
    expect(await detectSources([await folderWith({ 'f.json': JSON.stringify(filings) })], sources)).toEqual([
      'lda',
    ])
    const rows =
      'organization,session,bill,position,date,source_url\nBees,119,HR 1,support,2026-01-02,https://bees.example/\n'
    expect(await detectSources([await folderWith({ 'p.csv': rows })], sources)).toEqual(['positions'])
  })

  it('looks inside archives and ignores unknown files', async () => {
    const answer = JSON.stringify({ status: 'OK', bill: billOf(1) })
    const zip = await zipArchive({ 'GA/2025-2026_Regular_Session/bill/HB1.json': answer })
    const folder = await folderWith({ 'GA.zip': zip, 'notes.docx': 'notes', 'broken.json': '{' })
    expect(await detectSources([folder], sources)).toEqual(['legiscan'])
  })

  it('returns nothing if no source can read the files', async () => {
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

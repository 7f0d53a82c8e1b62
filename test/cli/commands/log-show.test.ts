import { beforeAll, describe, expect, it } from 'vitest'
import { settingsEnvironment } from '../../../stack/settings-environment.ts'
import { legislogHere, type Outcome } from '../../support/harness/command-line.ts'
import { billOf, editSample, sampleAction } from '../../support/service/edited-sample.ts'
import { createWholeService, type WholeService } from '../../support/service/whole-service.ts'

let service: WholeService

const show = (...args: string[]): Promise<Outcome> =>
  legislogHere(['log', 'show', ...args], { env: settingsEnvironment(service.settings) })

beforeAll(async () => {
  service = await createWholeService()
  service.startRelay()
  await service.startProjections()
  await service.ingestSample()
  const sample = await editSample()
  await sample.bills((bills) => {
    const first = billOf(bills, 'HB 7')
    Object.assign(first, { title: `${first.title}, as amended`, scraped_at: '2026-04-20T00:00:00Z' })
    first.actions.push(sampleAction('2026-03-30', 'Fiscal note filed'))
    // The previous session had a bill with the same number.
    const earlier = {
      ...billOf(bills, 'HB 2'),
      legislative_session: '2025',
      title: 'An Act of the year before',
    }
    return [...bills, { ...earlier, _id: '00000000-fa11-11f0-9000-00005a5a0002' }]
  })
  await service.ingest('openstates-scraper', sample.folder)
  await service.caughtUp()
})

describe('legislog log show', () => {
  it('finds a bill by its place and number as people write it, and prints one line for each event', async () => {
    const { code, stdout } = await show('zz', 'h.b. 07')
    expect(code).toBe(0)
    const [head, ...lines] = stdout.trimEnd().split('\n')
    expect(head).toMatch(/^bill \d+ ocd-bill\//)
    for (const line of lines)
      expect(line).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ +\d+ +[a-z_]+\.[a-z_]+ +\S/)
    const text = lines.join('\n')
    expect(text).toMatch(
      /Z +1 +bill\.introduced +An Act relating to notice of water shutoffs {2}\(backfill\)$/m,
    )
    expect(text).toMatch(/bill\.status_changed +none -> introduced, 2026-/)
    expect(text).toMatch(/bill\.updated +changed: title$/m)
    expect(text).toMatch(/bill\.action +2026-03-30 lower: Fiscal note filed$/m)
    expect(text).toMatch(/bill\.sponsors_changed +2: \+ Elm, \+ Alder {2}/)
  })

  it('names the candidates if several sessions have the number, and accepts a session', async () => {
    const several = await show('zz', 'HB 2')
    expect(several.code).toBe(2)
    expect(several.stderr).toMatch(/usage: HB 2 of \S+ is several bills: name the session, or the id\n/)
    expect(several.stderr).toMatch(/^ {2}\d+ {2}2026 {2}HB 2 {2}An Act relating to vehicle/m)
    expect(several.stderr).toMatch(/^ {2}\d+ {2}2025 {2}HB 2 {2}An Act of the year before/m)
    const { stdout } = await show('zz', 'HB 2', '2025')
    expect(stdout).toContain('An Act of the year before')
    const nowhere = await show('zz', 'HB 2', '1999')
    expect(nowhere.code).toBe(1)
    expect(nowhere.stderr).toMatch(
      /not_found: there is no bill HB 2 of \S+, session 1999; in other sessions:\n {2}\d+/,
    )
  })

  it('names the arguments that it accepts if it finds nothing', async () => {
    expect((await show('zz', 'HB 999')).stderr).toContain(
      'not_found: there is no bill HB 999 of ocd-division/',
    )
    expect((await show('zz')).stderr).toContain('or a place and a number: log show wa "HB 1108"')
    expect((await show('atlantis', 'HB 1')).code).toBe(2)
  })

  it('prints whole events and rows as JSON, and rows as text with --state', async () => {
    const whole = (await show('zz', 'HB 7', '--json')).json() as {
      id: number
      events: { type: string; sequence: number; body: object }[]
      state: { bills: { identifier: string }[] }
    }
    expect(whole.events[0]).toMatchObject({ type: 'bill.introduced', sequence: 1, body: { id: whole.id } })
    expect(whole.state.bills).toMatchObject([{ identifier: 'HB 7' }])
    const { stdout } = await show(String(whole.id), '--state')
    expect(stdout).toContain('"identifier": "HB 7"')
    expect((await show(String(whole.id))).stdout).not.toContain('"identifier"')
  })

  it('includes the votes on a bill', async () => {
    const { rows } = await service.database.query<{ identifier: string }>(
      'SELECT b.identifier FROM read_0001.votes v JOIN read_0001.bills b ON b.id = v.bill_id ORDER BY b.id LIMIT 1',
    )
    const { stdout } = await show('zz', rows[0]!.identifier, '2026')
    expect(stdout).toMatch(/vote\.recorded +.+: (?:pass|fail) \(.*\byes \d+/)
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltBill, contextOf, idsOf, type Named } from '../../support/builders/event-builder.ts'
import {
  activityOf,
  addFiling,
  addOrganization,
  addPosition,
  type BuiltOrganization,
  CONGRESS,
  filingOf,
} from '../../support/stories/advocacy-story.ts'
import { type AdvocacyWorld, createAdvocacyWorld } from '../../support/targets/advocacy-world.ts'

const TITLE = 'An act relating to the licensing of beekeepers and apiaries'
const place = (state: string) => `ocd-division/country:us/state:${state}`

let world: AdvocacyWorld
let own: BuiltBill
let companion: BuiltBill
let similar: BuiltBill
let federal: BuiltBill
let alone: BuiltBill
let rule: Named
let merged: BuiltBill
const organizations: Record<string, BuiltOrganization> = {}
const filings: Record<string, Named> = {}
const named = (name: string) => organizations[name]!

type Item = {
  readonly id: number
  readonly basis: string
  readonly position: string | null
  readonly organization: { readonly name: string }
  readonly reasons: readonly { readonly kind: string; readonly source_url: string }[]
}
const targetsOf = ({ id }: Named, query = '') => world.read(`/v1/bills/${id}/targets${query}`)
const namesOf = ({ data }: { readonly data: readonly Item[] }) =>
  data.map(({ organization }) => organization.name)
const itemOf = ({ data }: { readonly data: readonly Item[] }, name: string) =>
  data.find(({ id }) => id === named(name).id)

beforeAll(async () => {
  world = await createAdvocacyWorld()
  const { story } = world
  const bill = (more: object) => story.bill({ subjects: ['Agriculture'], title: TITLE, ...more })
  own = bill({ jurisdiction: place('wa') })
  companion = bill({ jurisdiction: place('wa'), title: `${TITLE}.`, chamber: 'upper' })
  similar = bill({ jurisdiction: place('or'), title: 'Licensing of beekeepers' })
  federal = bill({ jurisdiction: CONGRESS, session: '119', identifier: 'HR 5', title: 'Dams', subjects: [] })
  alone = bill({ jurisdiction: place('tx'), title: 'Quorum', subjects: [] })
  merged = bill({ jurisdiction: place('wa'), title: TITLE })
  story.emit('bill.merged', { ...idsOf(merged), bill: contextOf(merged), into: idsOf(own) })
  rule = story.regulation({ title: 'Pumps', topics: ['Bees'] })
  await world.project()
})

function addAdvocacy(): void {
  const { story } = world
  const add = (name: string, more: object = {}) => {
    organizations[name] = addOrganization(story, name, more)
    return organizations[name]
  }
  const keepers = add('Keepers', { type: 'trade_association', url: 'https://keepers.example' })
  addPosition(story, keepers, own, { stance: 'support', quote: 'We back the bill.' })
  const oldName = add('Keepers Inc')
  addPosition(story, oldName, own, { stance: 'support', stated_on: '2026-03-01' })
  addPosition(story, add('Farmers', { type: 'union' }), companion, { stance: 'oppose' })
  addPosition(story, add('Florists'), similar, { stance: 'support' })
  addPosition(story, add('Speaker'), own, { stance: null, title: 'Statement on the bill' })
  filings.growers = addFiling(story, add('Growers', { type: 'company' }), {
    activities: [activityOf('AGR', 'bees')],
  })
  const codes = ['AGR', 'TAX', 'HOU', 'DEF', 'ENG', 'MAR', 'BUD']
  addFiling(story, add('Everything'), { activities: codes.map((code) => activityOf(code)) })
  filings.first = addFiling(story, add('Namesake'), { activities: [activityOf('UTI', 'H.R. 5, dams')] })
  organizations.Other = addOrganization(story, 'Namesake')
  filings.second = addFiling(story, named('Other'), { activities: [activityOf('UTI', 'HR 5')] })
  addFiling(story, add('Pumpers'), {
    activities: [activityOf('UTI', null, ['Energy, Dept of'])],
  })
  story.emit('advocacy_organization.merged', { ...idsOf(oldName), into: idsOf(keepers) })
}

describe('GET /v1/bills/{id}/targets', () => {
  it('answers an empty list with its reason while nothing is loaded, and while nothing is read', async () => {
    expect(await targetsOf(own)).toMatchObject({
      data: [],
      next_cursor: null,
      coverage: { status: 'no_filings', reason: 'No lobbying filing and no position is loaded.' },
      method_version: 1,
    })
    addAdvocacy()
    await world.project()
    expect(await targetsOf(alone)).toMatchObject({ data: [], coverage: { status: 'pending' } })
    await world.fill()
  })

  it('lists who acted on the bill first, then on a companion, on a similar bill, then who works on its subject', async () => {
    const found = await targetsOf(own)
    expect(namesOf(found)).toEqual(['Keepers', 'Speaker', 'Farmers', 'Florists', 'Growers', 'Everything'])
    expect(found.data.map(({ basis }: Item) => basis)).toEqual([
      ...['direct_mention', 'direct_mention', 'companion', 'similar_bill', 'subject', 'subject'],
    ])
    expect(found.coverage).toEqual({ status: 'complete', reason: null })
    expect(found.data[0]).toMatchObject({
      id: named('Keepers').id,
      ocd_id: named('Keepers').ocd_id,
      organization: {
        ...{ id: named('Keepers').id, name: 'Keepers', type: 'trade_association' },
        url: 'https://keepers.example',
      },
      position: 'support',
    })
    expect(found.data[0].reasons[0]).toMatchObject({
      ...{ kind: 'stated_position', basis: 'direct_mention', about: own.identifier },
      ...{ quote: 'We back the bill.', date: '2026-09-01', source_url: 'https://positions.example/1' },
    })
  })

  it('counts a merged organization once, with all its statements', async () => {
    const found = await targetsOf(own)
    expect(itemOf(found, 'Keepers')!.reasons.filter(({ kind }) => kind === 'stated_position')).toHaveLength(2)
    expect(itemOf(found, 'Keepers Inc')).toBeUndefined()
  })

  it('shows only positions that a source states on this very bill', async () => {
    const { rows } = await world.test.database.query<{ bill: string; organization: number; stance: string }>(
      `SELECT p.bill_ocd_id AS bill, coalesce(e.replaced_by, e.id) AS organization, p.stance
       FROM ${world.projected.name}.advocacy_positions p
       JOIN ${world.projected.name}.entity e ON e.ocd_id = p.organization_ocd_id WHERE NOT p.deleted`,
    )
    for (const bill of [own, companion, similar, federal, alone]) {
      for (const { id, position } of (await targetsOf(bill)).data as Item[]) {
        if (position === null) continue
        expect(rows).toContainEqual({ bill: bill.ocd_id, organization: id, stance: position })
      }
    }
    const found = await targetsOf(own)
    expect(
      ['Speaker', 'Farmers', 'Florists', 'Growers'].map((name) => itemOf(found, name)!.position),
    ).toEqual([...[null, null, null, null]])
  })

  it('lists organizations of one name apart, each with the words of its filing', async () => {
    const found = await targetsOf(federal)
    expect(namesOf(found)).toEqual(['Namesake', 'Namesake'])
    expect(new Set(found.data.map(({ id }: Item) => id))).toEqual(
      new Set([named('Namesake').id, named('Other').id]),
    )
    expect(itemOf(found, 'Other')!.reasons).toMatchObject([
      { kind: 'filing_mention', about: 'HR 5', quote: 'HR 5', date: '2026-10-20' },
    ])
  })

  it('lists organizations by subject alone if nothing names the bill, and says so', async () => {
    const { data, coverage } = await targetsOf(alone)
    expect(data).toEqual([])
    expect(coverage).toMatchObject({ status: 'no_bill_level_filings' })
  })

  it('filters by types, and refuses others by name and value', async () => {
    expect(namesOf(await targetsOf(own, '?types=union,company'))).toEqual(['Farmers', 'Growers'])
    expect(namesOf(await targetsOf(own, '?types=unknown'))).toEqual(['Speaker', 'Florists', 'Everything'])
    const refused = await world.api.get(`/v1/bills/${own.id}/targets?types=union,bank`)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ errors: [{ parameter: 'types' }] })
    expect(refused.body).toContain('union,bank')
    expect((await world.api.get(`/v1/bills/${own.id}/targets?limit=0`)).statusCode).toBe(400)
  })

  it('is walked page by page, and a cursor is valid only with its types', async () => {
    const first = await targetsOf(own, '?limit=2')
    const second = await targetsOf(own, `?limit=100&cursor=${first.next_cursor}`)
    expect([...namesOf(first), ...namesOf(second)]).toEqual(namesOf(await targetsOf(own)))
    const path = `/v1/bills/${own.id}/targets?limit=2&types=union&cursor=${first.next_cursor}`
    expect((await world.api.get(path)).statusCode).toBe(400)
  })

  it('answers 404 for an unknown bill, and 301 for a merged one', async () => {
    expect((await world.api.get('/v1/bills/999999/targets')).statusCode).toBe(404)
    const moved = await world.api.get(`/v1/bills/${merged.id}/targets`)
    expect([moved.statusCode, moved.headers.location]).toEqual([301, `/v1/bills/${own.id}/targets`])
  })

  it('follows corrections: a filing of another client, an amendment that drops the bill, a removal', async () => {
    const { through } = await targetsOf(own)
    const { story } = world
    const moved = filings.growers!
    story.emit('lobbying.corrected', {
      ...idsOf(moved),
      filing: filingOf(named('Florists'), moved, { activities: [activityOf('AGR', 'bees')] }),
    })
    const { registrant, period } = filingOf(named('Namesake'), filings.first!)
    addFiling(story, named('Namesake'), {
      ...{ kind: 'amendment', registrant, period, posted_at: '2026-11-02' },
      activities: [activityOf('UTI', 'dams')],
    })
    story.emit('lobbying.removed', { ...idsOf(filings.second!), reason: 'withdrawn' })
    await world.project()
    await world.fill()
    const found = await targetsOf(own)
    expect(itemOf(found, 'Growers')).toBeUndefined()
    expect(itemOf(found, 'Florists')!.reasons.map(({ kind }) => kind)).toContain('issue_code')
    expect(namesOf(await targetsOf(federal))).toEqual([])
    expect(namesOf(await targetsOf(own, `?updated_since=${through}`))).toEqual(['Florists'])
  })
})

describe('GET /v1/regulations/{id}/targets', () => {
  it('lists who names the rule, then who works on its subject or contacted its agency', async () => {
    const { story } = world
    addPosition(story, named('Florists'), own, {
      ...{ bill: null, stance: 'oppose', quote: 'No pumps.' },
      regulation: { scheme: 'docket_id', number: 'EERE-2026-0001' },
    })
    await world.project()
    await world.fill()
    const found = await world.read(`/v1/regulations/${rule.id}/targets`)
    expect(found.data[0]).toMatchObject({
      organization: { name: 'Florists' },
      basis: 'direct_mention',
      position: 'oppose',
    })
    expect(itemOf(found, 'Pumpers')!.reasons).toMatchObject([
      { kind: 'agency_contact', about: 'Energy Department', quote: 'Energy, Dept of' },
    ])
    expect(itemOf(found, 'Pumpers')!.basis).toBe('agency')
    expect((await world.api.get('/v1/regulations/999999/targets')).statusCode).toBe(404)
  })
})

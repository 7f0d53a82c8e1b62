import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltBill, idsOf } from '../../support/builders/event-builder.ts'
import { WA } from '../../support/builders/event-parts.ts'
import { activityOf, addFiling, addOrganization, addPosition } from '../../support/stories/advocacy-story.ts'
import { type AdvocacyWorld, createAdvocacyWorld } from '../../support/targets/advocacy-world.ts'

const MA = 'ocd-division/country:us/state:ma'

let world: AdvocacyWorld
let bill: BuiltBill
const ids: Record<string, number> = {}

type Draft = {
  readonly to: { readonly kind: string; readonly name: string; readonly email: string | null }
  readonly subject: string
  readonly body: string
  readonly facts: readonly { readonly text: string; readonly source: string }[]
  readonly channel: string
  readonly review_required: boolean
}

beforeAll(async () => {
  world = await createAdvocacyWorld()
  const { story } = world
  bill = story.bill({ title: 'Creating more homes', subjects: ['Housing'] })
  story.sponsors(bill, ['Alder'])
  story.action(bill, { date: '2026-02-03', description: 'First reading, referred to Housing.' })
  story.match('Alder', story.person('Ana Alder'))
  const add = (name: string, more: object = {}) => {
    const organization = addOrganization(story, name, more)
    ids[name] = organization.id
    return organization
  }
  addPosition(story, add('Builders', { type: 'trade_association', url: 'https://builders.example' }), bill, {
    stance: 'oppose',
  })
  addFiling(story, add('Realtors', { type: 'company' }), { activities: [activityOf('HOU', 'down payments')] })
  const counts = { bills: 4, support: 4, oppose: 0, neutral: 0, none: 0, years: [2024], paid: [] }
  add('Tenants of Massachusetts', {
    jurisdiction: MA,
    counts: { ...counts, subjects: [{ name: 'Landlord and tenant', bills: 4 }] },
    sources: [{ url: 'https://www.sec.state.ma.us/LobbyistPublicSearch/', note: '' }],
  })
  await world.project()
  await world.fill()
})

describe('GET /v1/bills/{id}/outreach', () => {
  it('drafts a message to each target, with the source of every fact, and says that somebody must review it', async () => {
    const { data, coverage } = await world.read(`/v1/bills/${bill.id}/outreach`)
    expect(data.map(({ to }: Draft) => to.name)).toEqual(['Builders', 'Tenants of Massachusetts', 'Realtors'])
    const [builders, , realtors] = data as readonly Draft[]
    expect(builders).toMatchObject({
      id: ids.Builders,
      to: { kind: 'organization', name: 'Builders', email: null, url: 'https://builders.example' },
      subject: `A question about ${bill.identifier} of Washington`,
      channel: 'web',
      review_required: true,
    })
    expect(builders!.body).toContain(`Builders stated on 2026-09-01 that it opposes ${bill.identifier}.`)
    expect(realtors!.channel).toBe('none')
    expect(realtors!.body).toContain('We do not know your position')
    for (const { facts, body } of data as readonly Draft[]) {
      for (const { text, source } of facts) {
        expect(body).toContain(text)
        expect(source).toMatch(/^(?:https?:\/\/|\/v1\/)/u)
      }
    }
    expect(coverage).toEqual({ status: 'complete', reason: null })
  })

  it('points only to paths of the API that answer', async () => {
    const { data } = await world.read(`/v1/bills/${bill.id}/outreach`)
    const legislators = await world.read(`/v1/bills/${bill.id}/outreach?audience=legislators`)
    const paths = [...data, ...legislators.data].flatMap(({ facts }: Draft) =>
      facts.flatMap(({ source }) => (source.startsWith('/') ? [source] : [])),
    )
    expect(paths.length).toBeGreaterThan(0)
    for (const path of new Set(paths)) expect((await world.api.get(path)).statusCode).toBe(200)
  })

  it('drafts a message to each legislator who decides next', async () => {
    const { data, coverage } = await world.read(`/v1/bills/${bill.id}/outreach?audience=legislators`)
    expect(data).toMatchObject([{ to: { kind: 'legislator', name: 'Ana Alder' }, review_required: true }])
    expect(data[0].body).toContain(`You are named as a sponsor of ${bill.identifier} (primary).`)
    expect(coverage).toBeNull()
  })

  it('filters by types, and refuses another audience', async () => {
    const { data } = await world.read(`/v1/bills/${bill.id}/outreach?types=company`)
    expect(data.map(({ to }: Draft) => to.name)).toEqual(['Realtors'])
    const refused = await world.api.get(`/v1/bills/${bill.id}/outreach?audience=press`)
    expect(refused.statusCode).toBe(400)
    expect(refused.body).toContain('press')
    expect((await world.api.get('/v1/bills/999999/outreach')).statusCode).toBe(404)
  })
})

describe('GET /v1/targets/advocacy-prospects', () => {
  const prospects = (query: string) => world.read(`/v1/targets/advocacy-prospects?${query}`)
  const namesIn = ({ data }: { data: readonly { organization: { name: string } }[] }) =>
    data.map(({ organization }) => organization.name)

  it('lists organizations that are active on a subject elsewhere and absent here, with the evidence', async () => {
    const found = await prospects('subject=housing&jurisdiction=wa')
    expect(namesIn(found)).toEqual(['Tenants of Massachusetts', 'Realtors'])
    expect(found.data[0]).toMatchObject({
      id: ids['Tenants of Massachusetts'],
      issue_codes: ['HOU'],
      active_in: [MA],
      absent_in: WA,
      reasons: [
        {
          ...{ kind: 'issue_code', about: 'Housing', quote: 'Landlord and tenant', date: '2024-12-31' },
          ...{ jurisdiction: MA, source_url: 'https://www.sec.state.ma.us/LobbyistPublicSearch/' },
        },
      ],
    })
    expect(found.coverage).toEqual({ status: 'complete', reason: null })
  })

  it('takes the code, the name or words of an issue', async () => {
    const names = namesIn(await prospects('subject=HOU&jurisdiction=ma'))
    expect(names).toEqual(['Realtors', 'Builders'])
    expect(namesIn(await prospects('subject=Housing&jurisdiction=ma'))).toEqual(names)
    expect(namesIn(await prospects('subject=landlords&jurisdiction=ma'))).toEqual(names)
    expect(namesIn(await prospects('subject=TAX'))).toEqual([])
  })

  it('lists all that are active without a jurisdiction, and filters by types', async () => {
    expect(namesIn(await prospects('subject=housing')).toSorted()).toEqual([
      ...['Builders', 'Realtors', 'Tenants of Massachusetts'],
    ])
    expect(namesIn(await prospects('types=company'))).toEqual(['Realtors'])
    expect(namesIn(await prospects('')).length).toBe(3)
  })

  it('refuses a subject that is no issue, a jurisdiction and types that do not exist', async () => {
    for (const [name, value] of [
      ['subject', 'xyzzy'],
      ['jurisdiction', 'atlantis'],
      ['types', 'bank'],
    ]) {
      const refused = await world.api.get(`/v1/targets/advocacy-prospects?${name}=${value}`)
      expect(refused.statusCode).toBe(400)
      expect(refused.json()).toMatchObject({ errors: [{ parameter: name }] })
      expect(refused.body).toContain(value)
    }
  })

  it('leaves out an organization that was removed', async () => {
    const { story } = world
    const gone = addOrganization(story, 'Gone')
    addFiling(story, gone, { activities: [activityOf('HOU')] })
    await world.project()
    await world.fill()
    expect(namesIn(await prospects('subject=housing'))).toContain('Gone')
    story.emit('advocacy_organization.removed', { ...idsOf(gone), reason: 'listed by mistake' })
    await world.project()
    expect(namesIn(await prospects('subject=housing'))).not.toContain('Gone')
  })
})

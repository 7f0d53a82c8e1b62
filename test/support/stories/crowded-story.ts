import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { emitFiling, emitOrganization, emitPosition, filingOf } from '../builders/advocacy/events.ts'
import { createMaps, emitDivision, US } from '../builders/boundaries.ts'
import { emitCopiedBill } from '../builders/copied-bill.ts'
import { type BuiltBill, contextOf, EventBuilder, idsOf, type Named } from '../builders/event-builder.ts'
import { textsOf } from '../builders/event-parts.ts'
import { emitScorecard, scorecardItem, scorecardMember } from '../builders/scorecards.ts'
import { storeText } from '../builders/stored-texts.ts'
import { activityOf, addFiling, addOrganization, addPosition } from './advocacy-story.ts'

const MANY = 21
/** The time between events, so all of them take more than a month. */
const STEP_MS = 3 * 3_600_000

/** Events of items in every collection, and events that change them. */
export type CrowdedStory = {
  readonly story: EventBuilder
  /** The bill with the most related items. */
  readonly rich: BuiltBill
  readonly bills: readonly BuiltBill[]
  /** Ids by collection: the entity with the most related items. */
  readonly ids: Readonly<Record<string, string>>
  /** Each adds, changes or removes an item; `count` grows from call to call. */
  readonly changes: readonly ((count: number) => Promise<void> | void)[]
}

export async function createCrowdedStory(settings: Settings): Promise<CrowdedStory> {
  const story = new EventBuilder(STEP_MS)
  const place = story.jurisdiction()
  for (let number = 0; number < MANY; number += 1) story.session(`20${10 + number}`)
  const people = Array.from({ length: MANY }, (_, number) => story.person(`Person ${number}`))
  const committees = Array.from({ length: MANY }, (_, number) =>
    story.committee(`Committee of ${word(number)}`, { classification: 'committee' }),
  )
  const ruled = story.regulation()
  const regulations = Array.from({ length: MANY }, () => story.regulation())
  for (let number = 0; number < MANY; number += 1) agency(story, number)
  const maps = createMaps(story, settings)
  emitDivision(story, DISTRICT)
  for (let number = 0; number < MANY; number += 1) await maps.emit(DISTRICT, {})
  const bills = Array.from({ length: MANY + 2 }, () => story.bill())
  const rich = bills[0]!
  for (const state of STATES) {
    story.bill({ jurisdiction: `${US}/state:${state}`, title: 'An act relating to an item' })
  }
  const names = people.map((_, number) => `Person ${number}`)
  const prints = people.map((_, number) => `Print ${number}`)
  for (const [number, person] of people.entries()) story.match(`Person ${number}`, person)
  story.sponsors(rich, names)
  const versions = await storePrints(rich, prints, maps.store)
  const emitVersions = (list: typeof versions) =>
    story.emit('bill.versions_changed', { ...idsOf(rich), bill: contextOf(rich), versions: list })
  emitVersions(versions)
  for (const [number, bill] of bills.entries()) {
    if (bill !== rich) story.sponsors(bill, ['Person 0'])
    refer(story, rich, number % MANY)
    if (bill !== rich) refer(story, bill, 0)
  }
  const votes = Array.from({ length: MANY }, () => story.vote(rich, [['Person 0', 'yes']]))

  const graded = emitScorecard(story, {
    items: [scorecardItem('1')],
    members: names.map((name, number) =>
      scorecardMember(name, { marks: [number % 3 === 0 ? 'for' : 'against'] }),
    ),
  })
  for (let number = 1; number < MANY; number += 1) {
    emitScorecard(story, { method: 'published', policies: null, members: [scorecardMember('Person 0')] })
  }

  const advocated = story.bill({ title: 'Quorum' })
  for (let number = 0; number < MANY; number += 1) advocate(story, advocated, number)
  const actor = emitOrganization(story)
  const act = () => {
    emitOrganization(story)
    emitFiling(story, filingOf(actor, { activities: [activityOf('H.R. 5')] }))
    emitPosition(story, actor, {
      bill: { ...idsOf(rich), jurisdiction: rich.jurisdiction, session: rich.session, identifier: 'HB 1' },
    })
  }
  for (let number = 0; number < MANY; number += 1) act()

  const copied = await emitCopiedBill(story, maps.store, MANY)

  const changes: CrowdedStory['changes'] = [
    (count) => story.update(rich, { title: `An act relating to ${word(count)}` }),
    (count) => void refer(story, rich, count % MANY),
    () => void story.vote(rich, [['Person 0', 'no']]),
    () => void story.bill(),
    (count) => story.sponsors(rich, names.slice(0, MANY - (count % 3))),
    (count) => emitVersions(versions.slice(0, MANY - (count % 4))),
    (count) => void story.person(`Newcomer ${word(count)}`),
    (count) => void story.committee(`Committee of ${word(MANY + count)}`),
    () => void story.regulation(),
    (count) => void story.session(`30${10 + count}`),
    (count) => agency(story, MANY + count),
    () => void emitScorecard(story),
    (count) => advocate(story, advocated, MANY + count),
    () => act(),
    async () => void (await maps.emit(DISTRICT, {})),
    () => remove(story, bills.splice(3, bills.length > 15 ? 1 : 0)[0]),
    () => removeVote(story, rich, votes.splice(2, votes.length > 15 ? 1 : 0)[0]),
    () => gone(story, 'regulation.removed', regulations.splice(2, regulations.length > 15 ? 1 : 0)[0]),
    () => gone(story, 'committee.removed', committees.splice(5, committees.length > 15 ? 1 : 0)[0]),
  ]
  const ids = {
    bills: String(rich.id),
    legislators: String(people[0]!.id),
    committees: String(committees[0]!.id),
    jurisdictions: String(place.id),
    copycats: String(copied.id),
    scorecards: String(graded.id),
    regulations: String(ruled.id),
    targets: String(advocated.id),
    'advocacy-organizations': String(actor.id),
  }
  return { story, rich, bills, ids, changes }
}

/** How many prints have a text. A page of changes has at most five steps between them, so more fill no page of twenty. */
const PRINTS_WITH_TEXT = 5

async function storePrints(bill: BuiltBill, prints: readonly string[], store: ObjectStore) {
  const versions = textsOf(bill.id, 'version', prints)
  const texts = await Promise.all(
    versions
      .slice(0, PRINTS_WITH_TEXT)
      .map((_, number) => storeText(store, `Section 1. The fine is $${4 + number},000 for each day.\n`)),
  )
  return versions.map((version, number) => ({ ...version, text: texts[number] ?? null }))
}

/** Other states whose bills are similar. */
const STATES = 'ak al ar az ca co ct de fl ga hi ia id il in ks ky la ma md me'.split(' ')

const DISTRICT = `${US}/state:wa/sldl:1`
const WORDS = ['Fish', 'Roads', 'Water', 'Schools', 'Ports', 'Forests', 'Health', 'Labor']
const word = (number: number): string =>
  `${WORDS[number % WORDS.length]} ${Math.floor(number / WORDS.length)}`

/** An organization that states a position on the bill and on every rule of the docket. */
function advocate(story: EventBuilder, bill: BuiltBill, number: number): void {
  const organization = addOrganization(story, `Organization of ${word(number)}`)
  addPosition(story, organization, bill)
  const docket = { scheme: 'docket_id', number: 'EERE-2026-0001' } as const
  addPosition(story, organization, bill, { bill: null, regulation: docket })
  addFiling(story, organization, { activities: [activityOf('TAX')] })
}

function refer(story: EventBuilder, bill: BuiltBill, number: number): string {
  return story.action(bill, {
    date: '2026-01-13',
    description: `Referred to Committee of ${word(number)}`,
    classification: ['referral-committee'],
  })
}

function remove(story: EventBuilder, bill: BuiltBill | undefined): void {
  if (bill !== undefined)
    story.emit('bill.removed', { ...idsOf(bill), bill: contextOf(bill), reason: 'gone' })
}

function removeVote(story: EventBuilder, bill: BuiltBill, vote: Named | undefined): void {
  if (vote !== undefined)
    story.emit('vote.removed', { ...idsOf(vote), bill: contextOf(bill), reason: 'gone' })
}

function gone(
  story: EventBuilder,
  type: 'regulation.removed' | 'committee.removed',
  named: Named | undefined,
): void {
  if (named !== undefined) story.emit(type, { ...idsOf(named), reason: 'gone' })
}

function agency(story: EventBuilder, number: number): void {
  story.emit('organization.observed', {
    ...story.mint('ocd-organization'),
    organization: {
      jurisdiction: 'ocd-division/country:us',
      name: `Agency of ${word(number)}`,
      classification: 'agency',
      parent_name: null,
      links: [],
      sources: [],
    },
  })
}

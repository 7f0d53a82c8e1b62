import { billKey, sessionKey, voteKey } from '../../../ingest/identity/identity-keys.ts'
import type {
  BillParts,
  Observation,
  ObservationGroup,
  PartsOf,
} from '../../../ingest/source-interface/observation.ts'
import type { Random } from '../../support/builders/seeded-random.ts'

const JURISDICTION = 'ocd-division/country:us/state:wa'
const SESSION = '2025-2026'
const BILLS = 3_000
const MAX_ACTIONS = 8
const VOTES_OF = 0.15
const REMOVED_OF = 0.04

/** Told of each time, and never gone. */
export const BUSY_BILL = 'HB 0'

/** What a source tells at one moment: bills that are new, changed, gone or back again, and roll calls. */
export function randomObservations(random: Random, observedAt: string, count: number): ObservationGroup[] {
  const busy = billOf(0, random, observedAt, false)
  const others = Array.from({ length: count - 1 }, () => {
    const number = random.between(1, BILLS + 1)
    const chance = random.next()
    if (chance < VOTES_OF) return [voteOf(number, random, observedAt)]
    return [billOf(number, random, observedAt, chance < VOTES_OF + REMOVED_OF)]
  })
  return [[busy], ...others]
}

const common = { discriminator: null, ocd_id: null, jurisdiction: JURISDICTION, schema_rank: 1, aliases: [] }

function billOf(number: number, random: Random, observedAt: string, isGone: boolean): Observation {
  const identifier = `HB ${number}`
  const actions = Array.from({ length: random.between(1, MAX_ACTIONS + 1) }, (_, index) => actionOf(index))
  return {
    ...common,
    entity: 'bill',
    key: billKey(JURISDICTION, SESSION, identifier),
    observed_at: observedAt,
    bill: null,
    record: `bill ${identifier}`,
    removed: isGone ? 'withdrawn by the source' : null,
    parts: {
      core: coreOf(identifier, number, observedAt),
      actions,
      sponsors: [],
      versions: [],
      documents: [],
      related_bills: [],
    },
  }
}

function coreOf(identifier: string, number: number, observedAt: string): BillParts['core'] {
  return {
    jurisdiction: JURISDICTION,
    session: SESSION,
    identifier,
    chamber: 'lower',
    title: `An act relating to matter ${number % 40} of the state, as it read at ${observedAt}`,
    classification: ['bill'],
    subjects: [`Subject ${number % 7}`, `Subject ${number % 11}`],
    abstracts: [{ abstract: `What bill ${number} would do. `.repeat(6), note: '' }],
    other_titles: [],
    other_identifiers: [],
    citations: [],
    sources: [{ url: `https://legislature.example/2026/HB${number}`, note: '' }],
    extras: {},
  }
}

function actionOf(index: number): BillParts['actions'][number] {
  return {
    date: `2026-01-${String(index + 10)}`,
    description: `Step ${index + 1} of the bill on its way`,
    classification: [],
    chamber: 'lower',
    organization: null,
    related_entities: [],
  }
}

function voteOf(number: number, random: Random, observedAt: string): Observation {
  const identifier = `HB ${number}`
  const bill_key = billKey(JURISDICTION, SESSION, identifier)
  const dedupeKey = `roll ${observedAt} ${random.between(0, 1_000_000)}`
  const vote: PartsOf['vote']['vote'] = {
    jurisdiction: JURISDICTION,
    session: SESSION,
    chamber: 'lower',
    organization: null,
    identifier: '',
    motion_text: 'Final passage',
    motion_classification: ['passage'],
    start_date: '2026-02-01',
    end_date: null,
    result: 'pass',
    counts: [
      { option: 'yes', value: 2 },
      { option: 'no', value: 1 },
    ],
    votes: [],
    sources: [],
    dedupe_key: dedupeKey,
    bill_action: null,
    extras: {},
  }
  return {
    ...common,
    entity: 'vote',
    key: voteKey({
      about: bill_key ?? sessionKey(JURISDICTION, SESSION),
      dedupe_key: dedupeKey,
      organization: 'lower',
      start_date: vote.start_date,
      motion_text: vote.motion_text,
      identifier: vote.identifier,
      source_url: '',
    }),
    observed_at: observedAt,
    bill: { key: bill_key, identifier, jurisdiction: JURISDICTION, session: SESSION },
    record: `vote ${dedupeKey}`,
    removed: null,
    parts: { vote },
  }
}

import { canBeOnePerson, type PersonFacts } from '../../identity/namesakes.ts'
import type { Observation } from '../../source-interface/observation.ts'
import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { CONGRESS } from '../congress/congress-numbers.ts'
import { asFields, type Fields, fieldsOf, listOf, nullableText } from '../records/fields.ts'
import { readRecords } from '../records/read-records.ts'
import { rejectionOf, textOfRecord } from '../records/rejections.ts'
import { parseYaml } from '../records/yaml.ts'
import { congressLegislatorsFeed } from './feed.ts'
import { mapCommittee, thomasIdOf } from './map-committee.ts'
import { lifeOf, mapPerson, type PersonRecords } from './map-person.ts'

/** Members of Congress, presidents, their offices and accounts, committees and their members: one set of YAML files. */
export const congressLegislators: Source = {
  name: 'congress-legislators',
  mapper_version: 2,
  read,
  feed: congressLegislatorsFeed,
}

/** One item of a file, and its location. */
type Item = { readonly fields: Fields; readonly record: string }
/**
 * The files refer to each other: a person's offices and terms are in different files. 13,000 people at most.
 */
type FileSet = {
  /** By file. If an archive has several, the latest counts. */
  members: Map<string, readonly Item[]>
  offices: Map<string, readonly Fields[]>
  social: Map<string, Fields>
  committees: Map<string, readonly Item[]>
  memberships: Fields | null
  newest_fetch: string | null
}

async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  const set: FileSet = {
    members: new Map(),
    offices: new Map(),
    social: new Map(),
    committees: new Map(),
    memberships: null,
    newest_fetch: null,
  }
  yield* readRecords(input, {
    jurisdictionOf: () => CONGRESS.division_id,
    whyPassedOver: (name) => (addingOf(name) === undefined ? 'no file of members or committees' : null),
    map({ name, bytes, fetched_at }) {
      addingOf(name)!(set, parseYaml(textOfRecord(bytes)), name)
      if ((fetched_at ?? '') > (set.newest_fetch ?? '')) set.newest_fetch = fetched_at
      return []
    },
  })
  // The files carry no time of their own.
  const observedAt = set.newest_fetch ?? input.started_at
  yield* observe(peopleOf(set), ({ item, records }) => mapPerson(records, observedAt, item.record))
  if (set.memberships === null) {
    for (const { record } of [...set.committees.values()].flat())
      input.passed_over?.(record, 'no file lists its members')
    return
  }
  const members = set.memberships
  yield* observe(committeesOf(set), ({ item, parent }) => {
    return mapCommittee(
      item.fields,
      parent,
      listOf(members, thomasIdOf(item.fields, parent)),
      observedAt,
      item.record,
    )
  })
}

type Adding = (set: FileSet, content: unknown, record: string) => void

const fileKinds: readonly { readonly name: RegExp; readonly add: Adding }[] = [
  {
    name: /(?:^|\/)(?:legislators-(?:current|historical)|executive)\.ya?ml(?:\.gz)?$/u,
    add: (set, content, record) => set.members.set(fileOf(record), itemsOf(content, record)),
  },
  {
    name: /(?:^|\/)legislators-district-offices\.ya?ml(?:\.gz)?$/u,
    add: (set, content, record) => {
      for (const { fields } of itemsOf(content, record))
        set.offices.set(bioguideOf(fields), listOf(fields, 'offices'))
    },
  },
  {
    name: /(?:^|\/)legislators-social-media\.ya?ml(?:\.gz)?$/u,
    add: (set, content, record) => {
      for (const { fields } of itemsOf(content, record)) set.social.set(bioguideOf(fields), fields)
    },
  },
  {
    name: /(?:^|\/)committees-(?:current|historical)\.ya?ml(?:\.gz)?$/u,
    add: (set, content, record) => set.committees.set(fileOf(record), itemsOf(content, record)),
  },
  {
    name: /(?:^|\/)committee-membership-current\.ya?ml(?:\.gz)?$/u,
    add: (set, content, record) => {
      set.memberships = asFields(content, record)
    },
  },
]

const addingOf = (file: string): Adding | undefined => fileKinds.find(({ name }) => name.test(file))?.add

function itemsOf(content: unknown, record: string): Item[] {
  return listOf({ items: content }, 'items').map((fields, index) => ({
    fields,
    record: `${record}#${index + 1}`,
  }))
}

const fileOf = (record: string): string => record.slice(record.lastIndexOf('/') + 1)

const bioguideOf = (fields: Fields): string => nullableText(fieldsOf(fields, 'id'), 'bioguide') ?? ''

/**
 * A vice president who was a senator is in two files but is one person. Items with one id that cannot belong to one
 * life are several people. Offices and accounts, which present members have, belong to the last of them.
 */
function* peopleOf(set: FileSet): Generator<{ readonly item: Item; readonly records: PersonRecords }> {
  const byPerson = Map.groupBy(
    [...set.members.values()].flat(),
    (item) => bioguideOf(item.fields) || item.record,
  )
  for (const [bioguide, items] of byPerson) {
    for (const [index, life] of livesOf(items).entries()) {
      const members = life.map(({ fields }) => fields)
      const present =
        index === 0
          ? { offices: set.offices.get(bioguide) ?? [], social: set.social.get(bioguide) ?? null }
          : { offices: [], social: null }
      yield { item: life[0]!, records: { members, ...present } }
    }
  }
}

/** The latest comes first: the present member keeps the id, even if another had it before. */
function livesOf(items: readonly Item[]): Item[][] {
  const lives: { readonly items: Item[]; said: PersonFacts }[] = []
  for (const item of items) {
    const reported = lifeOf(item.fields)
    const own = lives.find((life) => canBeOnePerson(life.said, reported))
    if (own === undefined) lives.push({ items: [item], said: reported })
    else {
      own.items.push(item)
      own.said = { ...own.said, roles: [...own.said.roles, ...reported.roles] }
    }
  }
  const lastOf = ({ said: reported }: { said: PersonFacts }): string =>
    reported.roles
      .map(({ start_date }) => start_date ?? '')
      .toSorted()
      .at(-1) ?? ''
  return lives.toSorted((a, b) => (lastOf(a) > lastOf(b) ? -1 : 1)).map((life) => life.items)
}

function* committeesOf(set: FileSet): Generator<{ readonly item: Item; readonly parent: Fields | null }> {
  for (const item of [...set.committees.values()].flat()) {
    yield { item, parent: null }
    const subcommittees = listOf(item.fields, 'subcommittees')
    for (const [index, fields] of subcommittees.entries()) {
      yield { item: { fields, record: `${item.record}.${index + 1}` }, parent: item.fields }
    }
  }
}

function* observe<T extends { readonly item: Item }>(
  items: Iterable<T>,
  map: (one: T) => Observation,
): Generator<SourceItem> {
  for (const one of items) {
    try {
      yield { kind: 'observed', group: [map(one)] }
    } catch (error) {
      const { record, fields } = one.item
      yield rejectionOf(
        { name: record, bytes: Buffer.from(JSON.stringify(fields)) },
        error,
        CONGRESS.division_id,
      )
    }
  }
}

import { changeColumns, changeIndex, defineTable, optional, required } from '../read-model/table.ts'

/** `ocd_id` is the division id. */
export const jurisdictionsTable = defineTable({
  name: 'jurisdictions',
  columns: {
    id: required('id'),
    ocd_id: required('text'),
    jurisdiction_id: required('text'),
    abbreviation: required('text'),
    name: required('text'),
    classification: required('text'),
    ...changeColumns,
  },
  key: 'id',
  indexes: ['UNIQUE (ocd_id)', changeIndex, '(abbreviation)'],
})

export const sessionsTable = defineTable({
  name: 'sessions',
  columns: {
    id: required('id'),
    ocd_id: required('text'),
    jurisdiction: required('text'),
    identifier: required('text'),
    start_date: optional('day'),
    end_date: optional('day'),
    closed_on: optional('day'),
    closed_by: optional('text'),
    ...changeColumns,
  },
  key: 'id',
  indexes: ['UNIQUE (ocd_id)', changeIndex, '(jurisdiction, identifier)', '(jurisdiction, updated_at, seq)'],
})

/**
 * The columns from `jurisdiction` to `role_ends_on` are of the legislative role that was held when the person was
 * observed. A row knows no clock: whether the role is still held is asked of `role_ends_on` when it is read.
 * `name_words` are those of all names, as they are searched; `leadership` is what the person leads in that chamber.
 */
export const peopleTable = defineTable({
  name: 'people',
  columns: {
    id: required('id'),
    ocd_id: required('text'),
    name: required('text'),
    family_name: optional('text'),
    jurisdiction: optional('text'),
    chamber: optional('text'),
    district: optional('text'),
    division_id: optional('text'),
    role_starts_on: optional('day'),
    role_ends_on: optional('day'),
    party: optional('text'),
    name_words: required('text'),
    leadership: optional('text'),
    detail: optional('json'),
    ...changeColumns,
  },
  key: 'id',
  indexes: [
    'UNIQUE (ocd_id)',
    changeIndex,
    '(jurisdiction, id)',
    '(jurisdiction, chamber, district)',
    '(division_id)',
    '(lower(name))',
    "USING gin (to_tsvector('simple', name_words))",
  ],
})

export const committeesTable = defineTable({
  name: 'committees',
  columns: {
    id: required('id'),
    ocd_id: required('text'),
    jurisdiction: required('text'),
    chamber: optional('text'),
    name: required('text'),
    classification: required('text'),
    parent_ocd_id: optional('text'),
    memberships: optional('json'),
    detail: optional('json'),
    ...changeColumns,
  },
  key: 'id',
  indexes: ['UNIQUE (ocd_id)', changeIndex, '(jurisdiction, id)', '(jurisdiction, chamber, name)'],
})

/** `slug` is set for agencies: what documents name them by. */
export const organizationsTable = defineTable({
  name: 'organizations',
  columns: {
    id: required('id'),
    ocd_id: required('text'),
    jurisdiction: required('text'),
    classification: required('text'),
    name: required('text'),
    slug: optional('text'),
    ...changeColumns,
  },
  key: 'id',
  indexes: [
    'UNIQUE (ocd_id)',
    changeIndex,
    '(jurisdiction, classification, name)',
    '(id) WHERE slug IS NOT NULL',
    '(slug)',
  ],
})

/** Places and districts, those that are no more included: `valid_through` says it. No clock is asked. */
export const divisionsTable = defineTable({
  name: 'divisions',
  columns: {
    id: required('id'),
    ocd_id: required('text'),
    division_id: required('text'),
    country: required('text'),
    type: required('text'),
    parent_id: optional('text'),
    name: required('text'),
    /** Other ids that mean it. */
    aliases: required('text_list'),
    valid_from: optional('text'),
    valid_through: optional('text'),
    ...changeColumns,
  },
  key: 'id',
  indexes: ['UNIQUE (ocd_id)', changeIndex, '(division_id)', '(parent_id, type)', 'USING gin (aliases)'],
})

/** A printed name and the person it stands for; `person_id` is null where nobody or several fit. */
export const nameMatchesTable = defineTable({
  name: 'name_matches',
  columns: {
    id: required('id'),
    ocd_id: required('text'),
    jurisdiction: required('text'),
    session: required('text'),
    chamber: optional('text'),
    printed_name: required('text'),
    person_id: optional('id'),
    person_ocd_id: optional('text'),
    candidates: required('integer'),
    ...changeColumns,
  },
  key: 'id',
  indexes: [
    'UNIQUE (ocd_id)',
    changeIndex,
    '(jurisdiction, session, printed_name)',
    '(person_id) WHERE person_id IS NOT NULL',
  ],
})

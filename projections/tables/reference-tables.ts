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
 * The columns from `jurisdiction` to `role_ends_on` describe the legislative role at the time of observation. Rows
 * use no clock: readers compute from `role_ends_on` whether the role is current. `name_words` are the searchable
 * words of all names; `leadership` is the person's leadership position in that chamber.
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
    // finds everybody who has or had a role in a division
    "USING gin (((detail -> 'roles')::jsonb) jsonb_path_ops)",
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

/** `slug` is set for agencies: documents name them by it. */
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

/** Places and districts, including former ones (see `valid_through`). Rows use no clock. */
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
    /** Its other ids. */
    aliases: required('text_list'),
    valid_from: optional('text'),
    valid_through: optional('text'),
    ...changeColumns,
  },
  key: 'id',
  indexes: ['UNIQUE (ocd_id)', changeIndex, '(division_id)', '(parent_id, type)', 'USING gin (aliases)'],
})

/** A printed name and its person. `person_id` is null if no person or several fit. */
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

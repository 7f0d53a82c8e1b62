import { changeColumns, changeIndex, defineTable, optional, required } from '../read-model/table.ts'

/** One row per organization that acts on bills or rules. A merged one is a tombstone; `entity` names its winner. */
export const advocacyOrganizationsTable = defineTable({
  name: 'advocacy_organizations',
  columns: {
    id: required('id'),
    ocd_id: required('text'),
    name: required('text'),
    /** The form of its name under which spellings meet: schemas/values/organization-name.ts. */
    name_key: required('text'),
    jurisdiction: required('text'),
    type: optional('text'),
    roles: required('text_list'),
    /** Each with its publisher: `us-lda client/50030`. */
    identifiers: required('text_list'),
    /** Its name and its other names. */
    names: required('text_list'),
    /** Subjects that its publisher counts for it. */
    subjects: required('text_list'),
    ...changeColumns,
  },
  key: 'id',
  indexes: [
    'UNIQUE (ocd_id)',
    changeIndex,
    '(jurisdiction, id)',
    '(name_key, id)',
    'USING gin (identifiers)',
    'USING gin (subjects)',
  ],
})

/** One row per lobbying filing. `activities` has its issues with their texts; null once it is removed. */
export const lobbyingFilingsTable = defineTable({
  name: 'lobbying_filings',
  columns: {
    id: required('id'),
    ocd_id: required('text'),
    publisher: required('text'),
    filing_uuid: required('text'),
    jurisdiction: required('text'),
    kind: required('text'),
    year: required('integer'),
    period: optional('text'),
    posted_on: optional('day'),
    /** Public ids as the filing names them; `entity` has the winner of a merge. */
    registrant_ocd_id: required('text'),
    client_ocd_id: required('text'),
    amount_cents: optional('id'),
    issue_codes: required('text_list'),
    /** The agencies that the activities of all issues name. */
    agencies: required('text_list'),
    activities: optional('json'),
    source_url: optional('text'),
    ...changeColumns,
  },
  key: 'id',
  indexes: [
    'UNIQUE (ocd_id)',
    changeIndex,
    '(registrant_ocd_id, id)',
    '(client_ocd_id, id)',
    '(year, id)',
    '(posted_on, id)',
    'USING gin (issue_codes)',
  ],
})

/** One row per position of an organization on a bill or a regulation. */
export const advocacyPositionsTable = defineTable({
  name: 'advocacy_positions',
  columns: {
    id: required('id'),
    ocd_id: required('text'),
    organization_ocd_id: required('text'),
    /** As minted from the session and number: `entity` has the bill, if it is known, and the winner of a merge. */
    bill_ocd_id: optional('text'),
    jurisdiction: optional('text'),
    session: optional('text'),
    bill_identifier: optional('text'),
    regulation_scheme: optional('text'),
    regulation_number: optional('text'),
    /** null: the source states none. */
    stance: optional('text'),
    kind: required('text'),
    stated_on: optional('day'),
    ...changeColumns,
  },
  key: 'id',
  indexes: [
    'UNIQUE (ocd_id)',
    changeIndex,
    '(organization_ocd_id, id)',
    '(bill_ocd_id, id)',
    '(regulation_scheme, regulation_number, id)',
    '(stated_on, id)',
  ],
})

import type { Command } from 'commander'
import { mergeEntities } from '../../ingest/corrections/merge-entities.ts'
import { keepApart, proposeOrganizations } from '../../ingest/corrections/organization-proposals.ts'
import { createOperator } from '../../ingest/emit/operator.ts'
import { findEntity } from '../../ingest/reports/entity-sources.ts'
import { inTransaction } from '../../runtime/postgres/postgres.ts'
import { withDatabase } from '../context/with-database.ts'
import { withIngest } from '../context/with-ingest.ts'
import { setAction, table } from '../output/answer.ts'

/** Which advocacy organizations are one. Names only propose: an operator decides. */
export function registerOrganizations(program: Command): void {
  const organizations = program
    .command('organizations')
    .description('decide which organizations that lobby or state positions are the same')

  setAction(
    organizations.command('proposals').description('list organizations with the same name in any spelling'),
    () =>
      withDatabase('organizations', async (database) => {
        const proposals = await proposeOrganizations(database)
        const rows = proposals.flatMap(({ name_key, organizations: some }) =>
          some.map(({ id, name, identifiers, kept_apart_from }) => [
            ...[name_key, String(id), name, identifiers.join(', ')],
            kept_apart_from.join(', '),
          ]),
        )
        return {
          text: table([['same as', 'id', 'name', 'ids', 'kept apart from'], ...rows]),
          json: { proposals },
        }
      }),
  )

  setAction(
    organizations
      .command('merge')
      .argument('<loser>', 'id or ocd_id of the organization that is merged away')
      .argument('<winner>', 'id or ocd_id of the organization that stays')
      .description('merge two organizations; `identity split` undoes it'),
    ({ args: [loser = '', winner = ''] }) =>
      withIngest((ingest) =>
        inTransaction(ingest.database, async (client) => {
          const [from, to] = [await findEntity(client, loser), await findEntity(client, winner)]
          const merge = { loser_id: from.entity_id, winner_id: to.entity_id, reason: 'an operator said so' }
          const merged = await mergeEntities(client, createOperator(ingest), merge)
          const text = merged ? `${from.ocd_id} is ${to.ocd_id} now` : 'they are already merged'
          return { text, json: { merged, loser: from.ocd_id, winner: to.ocd_id } }
        }),
      ),
  )

  setAction(
    organizations
      .command('keep-apart')
      .argument('<one>', 'id or ocd_id of an organization')
      .argument('<other>', 'id or ocd_id of another one with the same name')
      .description('two organizations with one name stay two, and are not proposed again'),
    ({ args: [one = '', other = ''] }) =>
      withDatabase('organizations', async (database) => {
        const [first, second] = [await findEntity(database, one), await findEntity(database, other)]
        await keepApart(database, first.entity_id, second.entity_id)
        const kept_apart = [first.ocd_id, second.ocd_id]
        return { text: `${kept_apart.join(' and ')} stay two`, json: { kept_apart } }
      }),
  )
}

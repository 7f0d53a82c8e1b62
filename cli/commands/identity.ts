import type { Command } from 'commander'
import type { PoolClient } from 'pg'
import { mergeDuplicates } from '../../ingest/corrections/merge-duplicates.ts'
import { mergeEntities, splitEntity } from '../../ingest/corrections/merge-entities.ts'
import { renameSession } from '../../ingest/corrections/rename-session.ts'
import { createOperator } from '../../ingest/emit/operator.ts'
import type { StandaloneEmitter } from '../../ingest/emit/reemit.ts'
import { findEntity } from '../../ingest/reports/entity-sources.ts'
import { listDisputes } from '../../ingest/state/identity-disputes.ts'
import { inTransaction } from '../../runtime/postgres/postgres.ts'
import { divisionOf } from '../arguments/division-argument.ts'
import { withDatabase } from '../context/with-database.ts'
import { withIngest } from '../context/with-ingest.ts'
import { type Answer, setAction, table } from '../output/answer.ts'

/** Decisions about identity that no source makes, so that an operator must. */
export function registerIdentity(program: Command): void {
  const identity = program.command('identity').description('decide which entities are the same')

  setAction(
    identity
      .command('disputes')
      .description('list the keys by which a source takes two entities for the same one'),
    () =>
      withDatabase('identity', async (database) => {
        const disputes = await listDisputes(database)
        const rows = disputes.map(({ entity_type, natural_key, named, claimed_by, source, record }) => [
          entity_type,
          natural_key,
          named,
          claimed_by,
          source,
          record,
        ])
        const header = ['type', 'key', 'names', 'claimed by', 'source', 'record']
        return { text: table([header, ...rows]), json: { disputes } }
      }),
  )

  setAction(
    identity
      .command('merge')
      .argument('<loser>', 'id or ocd_id of the entity that is merged away')
      .argument('<winner>', 'id or ocd_id of the entity that stays')
      .description('merge two entities: the loser redirects to the winner forever'),
    ({ args: [loser = '', winner = ''] }) =>
      decide(async (client, operator) => {
        const [from, to] = [await findEntity(client, loser), await findEntity(client, winner)]
        const merge = { loser_id: from.entity_id, winner_id: to.entity_id, reason: 'an operator said so' }
        const merged = await mergeEntities(client, operator, merge)
        const text = merged ? `${from.ocd_id} is ${to.ocd_id} now` : 'they are already merged'
        return { text, json: { merged, loser: from.ocd_id, winner: to.ocd_id } }
      }),
  )

  setAction(
    identity
      .command('split')
      .argument('<id>', 'ocd_id of an entity that was merged by mistake')
      .description('undo a merge: the entity returns under its old id, with its keys and records'),
    ({ args: [id = ''] }) =>
      decide(async (client, operator) => {
        const entity = await findEntity(client, id)
        await splitEntity(client, operator, entity.entity_id)
        return { text: `${entity.ocd_id} is back`, json: { split: entity.ocd_id } }
      }),
  )

  setAction<RenameOptions>(
    identity
      .command('rename-session')
      .argument('<jurisdiction>', 'postal code, name or division id')
      .argument('<old>', 'current identifier of the session')
      .argument('<new>', 'new identifier that the source uses')
      .option('--merge', 'the source already reported data under the new identifier: join the data of both')
      .description('rename a session: its bills and roll calls keep their ids'),
    ({ args: [jurisdiction = '', old_name = '', new_name = ''], options }) =>
      rename(divisionOf(jurisdiction), old_name, new_name, options),
  )
}

type RenameOptions = { readonly merge?: boolean }

function rename(
  divisionId: string,
  oldName: string,
  newName: string,
  { merge = false }: RenameOptions,
): Promise<Answer> {
  return withIngest(async (ingest) => {
    const operator = createOperator(ingest)
    const renamed = await inTransaction(ingest.database, (client) =>
      renameSession(client, divisionId, oldName, newName, { merges: merge }),
    )
    const merged = merge ? await mergeDuplicates(operator, divisionId, oldName, newName) : 0
    const { keys, unnameable } = renamed
    const rest = unnameable === 0 ? '' : `; ${unnameable} keys are too long to rename`
    return {
      text: `${oldName} is ${newName}: ${keys} keys, ${merged} merged${rest}`,
      json: { ...renamed, merged },
    }
  })
}

function decide(work: (client: PoolClient, operator: StandaloneEmitter) => Promise<Answer>): Promise<Answer> {
  return withIngest((ingest) =>
    inTransaction(ingest.database, (client) => work(client, createOperator(ingest))),
  )
}

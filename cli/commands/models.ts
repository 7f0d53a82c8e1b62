import type { Command } from 'commander'
import { openLocalEmbedder } from '../../derive/embedder/local/local-embedder.ts'
import { findModel, listModels } from '../../derive/embedder/local/model-folder.ts'
import { cacheFolder } from '../../runtime/settings/cache-folder.ts'
import { readSettings } from '../../runtime/settings/settings.ts'
import { findPrograms } from '../../stack/install/install-programs.ts'
import { copyModel } from '../models/copy-model.ts'
import { fetchModel } from '../models/fetch-model.ts'
import { installModelRuntime } from '../models/install-model-runtime.ts'
import { publishedModels } from '../models/published-models.ts'
import { type Answer, setAction, table } from '../output/answer.ts'
import { showProgress } from '../output/progress.ts'

/** Models that turn texts into vectors on this machine. */
export function registerModels(program: Command): void {
  const models = program
    .command('models')
    .description('add and list models that compare the meaning of bills')
  const known = Object.entries(publishedModels).map(([name, { does }]) => `  ${name}: ${does}`)
  setAction<{ name?: string }>(
    models
      .command('add')
      .argument(
        '<model>',
        'a model of the list below, or a folder with an ONNX file, tokenizer.json and config.json',
      )
      .option('--name <name>', 'name of the model of a folder; default: the name of the folder')
      .description('install a model, and the packages that run it')
      .addHelpText('after', `\nModels:\n${known.join('\n')}`),
    ({ args, options }) => add(args[0] ?? '', options.name),
  )
  setAction(models.command('list').description('list the installed models'), async () => {
    const found = await listModels(cacheFolder(readSettings(process.env)))
    const rows = found.map(({ name, dimensions, max_tokens, sha256 }) => [
      ...[name, String(dimensions), String(max_tokens), sha256.slice(0, 12)],
    ])
    return {
      text:
        found.length === 0
          ? 'no model is installed'
          : table([['model', 'dimensions', 'tokens', 'sha256'], ...rows]),
      json: { models: found },
    }
  })
}

async function add(model: string, asName: string | undefined): Promise<Answer> {
  const cache = cacheFolder(readSettings(process.env))
  const progress = showProgress()
  try {
    const published = publishedModels[model]
    if (published !== undefined) {
      const { maven } = await findPrograms(['kafka'], true, progress.report)
      await fetchModel(cache, published, maven, progress.report)
    }
    const { name } = published === undefined ? await copyModel(cache, model, asName) : published.manifest
    await installModelRuntime(cache, progress.report)
    // A model that cannot be run is found now, and not by the service.
    const embedder = await openLocalEmbedder(await findModel(cache, name), { cache, threads: 0 })
    await embedder.embed(['An act relating to education'], new AbortController().signal)
    await embedder.close()
    return {
      text: `${name} is installed. Set EMBEDDINGS_MODEL=${name} for legislog derive and legislog api.`,
      json: { model: name, id: embedder.id, dimensions: embedder.dimensions },
    }
  } finally {
    progress.end()
  }
}

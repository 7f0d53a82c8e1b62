import type { ServerResponse } from 'node:http'
import {
  createScriptedServer,
  jsonHeaders,
  type Play,
  playOn,
  type ScriptedRequest,
} from './scripted-server.ts'

type EmbeddingsBody = { readonly model: string; readonly input: readonly string[] }
export type EmbeddingsRequest = ScriptedRequest<EmbeddingsBody>

/** How the server answers one request. */
export type EmbeddingsPlay =
  /** A vector for each text. `reversed`: the list has another order than the texts. */
  { readonly kind: 'embeds'; readonly reversed?: boolean } | Play

export type EmbeddingsServer = {
  /** The base address of its API. */
  readonly url: string
  readonly seen: readonly EmbeddingsRequest[]
  /** The next requests are answered by these, one each; later ones by the last. */
  readonly play: (...plays: readonly EmbeddingsPlay[]) => void
}

/** A server that plays the embeddings of OpenAI's API. `vectorOf` gives the vector of a text. */
export async function createEmbeddingsServer(
  vectorOf: (text: string) => readonly number[],
): Promise<EmbeddingsServer> {
  const seen: EmbeddingsRequest[] = []
  let plays: readonly EmbeddingsPlay[] = [{ kind: 'embeds' }]
  const url = await createScriptedServer<EmbeddingsBody>((request, response) => {
    seen.push(request)
    const play = plays[0]!
    if (plays.length > 1) plays = plays.slice(1)
    answer(response, play, request.body.input.map(vectorOf))
  })
  return {
    url,
    seen,
    play: (...next) => {
      plays = next
    },
  }
}

function answer(
  response: ServerResponse,
  play: EmbeddingsPlay,
  vectors: readonly (readonly number[])[],
): void {
  if (play.kind !== 'embeds') {
    playOn(response, play)
    return
  }
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
  response.writeHead(200, jsonHeaders)
  response.end(JSON.stringify({ object: 'list', data: play.reversed === true ? data.reverse() : data }))
}

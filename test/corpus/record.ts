/**
 * Records the corpus: plays every scene and writes what was asked and answered to `live.jsonl` and
 * `option.jsonl`. Run it only where an answer is to change: `node test/corpus/record.ts`. What Git then shows
 * is all that has changed for callers.
 */
import { writeCorpus } from './corpus.ts'
import { Recorder } from './recorder.ts'
import { FORWARDED_SCENES } from './scenes/forwarded.ts'
import { HTTP_SCENES } from './scenes/http.ts'
import { LIVE_SCENES } from './scenes/live.ts'
import { OPTION_SCENES } from './scenes/option.ts'
import { PERMISSION_SCENES } from './scenes/permissions.ts'
import { APIS } from './stage.ts'

const scenes = {
  live: [...HTTP_SCENES.live, ...LIVE_SCENES, ...FORWARDED_SCENES],
  option: [...HTTP_SCENES.option, ...PERMISSION_SCENES, ...OPTION_SCENES],
}

for (const api of APIS) {
  const recorder = new Recorder(api)
  for (const scene of scenes[api]) await recorder.record(scene)
  writeCorpus(api, recorder.recorded)
  const asked = recorder.recorded.filter((one) => 'ask' in one).length
  console.log(`${api}: ${asked} requests in ${scenes[api].length} scenes`)
}

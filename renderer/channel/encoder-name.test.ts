import { expect, it } from 'vitest'
import { TEST_PICTURE_ENCODER } from '../../service/contract/console/words.ts'
import { consoleTexts } from '../../test/support/console-texts.ts'
import { encoderName } from './encoder-name.ts'

it.each([
  ['obs-output module (libobs version 32.0.1)', 'OBS Studio 32.0.1'],
  ['FMLE/3.0 (compatible; obs-studio/29; FMSc/1.0)', 'FMLE/3.0 (compatible; obs-studio/29; FMSc/1.0)'],
  ['Lavf59.27.100', 'FFmpeg (Lavf59.27.100)'],
  ['FMLE/3.0 (compatible; Lavf59.27.100)', 'FFmpeg (Lavf59.27.100)'],
  [TEST_PICTURE_ENCODER, 'Built-in test picture'],
  ['', ''],
])('calls %j %j', (announced, name) => expect(encoderName(consoleTexts('en'), announced)).toBe(name))

/**
 * The least code that sends to a channel, by the SDK of the SFU's family.
 * @param sfuUrl where it signals
 */
export function clientExample(sfuUrl: string, channelId: string): string {
  return [
    `import Sora from "sora-js-sdk"`,
    ``,
    `const media = await navigator.mediaDevices`,
    `  .getUserMedia({ audio: true, video: true })`,
    `await Sora.connection(${JSON.stringify(sfuUrl)})`,
    `  .sendonly(${JSON.stringify(channelId)})`,
    `  .connect(media)`,
  ].join('\n')
}

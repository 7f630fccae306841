/** Opens a channel's picture in a window of its own, or brings that window to the front. */
export function openPopOut(channelId: string): void {
  open(`#/pop-out/${channelId}`, `airdesk-pop-out-${channelId}`, 'popup,width=960,height=600')?.focus()
}

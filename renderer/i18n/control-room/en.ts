export const controlRoomEn = {}

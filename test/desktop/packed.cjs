// Loaded with -r before the application: takes it for one that was packed with these resources.
const { app } = require('electron')

process.resourcesPath = process.env.AIRDESK_TEST_RESOURCES
Object.defineProperty(app, 'isPackaged', { value: true })

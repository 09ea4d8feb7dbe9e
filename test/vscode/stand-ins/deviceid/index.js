// Stands in for the native module of this name: an id that is new at every start and is written nowhere.
const { randomUUID } = require('node:crypto');

exports.getDeviceId = async () => randomUUID();

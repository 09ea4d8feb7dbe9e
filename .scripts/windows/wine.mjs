// Loaded into each process and thread of the tests. Wine has no keep-alive of TCP: undici's connections fail where they ask for it.
import { Socket } from 'node:net';

Socket.prototype.setKeepAlive = function setKeepAlive() {
  return this;
};

// A folder's files by express, to hold a gateway's against.
import express from 'express';

const [port, folder] = process.argv.slice(2);
express().use(express.static(folder)).listen(Number(port), '127.0.0.1');

"""Unit tests reach no network, not even by mistake."""

import socket

import pytest


def test_no_unit_test_can_open_a_socket() -> None:
    with pytest.raises((RuntimeError, UserWarning), match="tried to use socket"):
        socket.socket(socket.AF_INET, socket.SOCK_STREAM)


def test_no_unit_test_can_ask_for_the_address_of_a_host() -> None:
    with pytest.raises((RuntimeError, UserWarning), match="tried to use socket"):
        socket.getaddrinfo("localhost", 80)
